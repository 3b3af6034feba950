/// Elements that are found by their names. Of those with the same name only the first counts.
struct ByName<Element> {
  private(set) var elements: [Element] = []
  /// A dictionary of places is the same code for elements of any type.
  private var places: [String: Int] = [:]

  init(_ given: [Element], _ name: (Element) -> String) {
    for element in given {
      let name = name(element)
      guard places[name] == nil else { continue }
      places[name] = elements.count
      elements.append(element)
    }
  }

  subscript(name: String) -> Element? { places[name].map { elements[$0] } }
}
