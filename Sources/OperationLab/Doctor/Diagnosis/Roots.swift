/// Follows chains of dependencies to where they end.
struct Roots {
  private let ends: [String: (name: String, between: Int)]

  /// - Parameter places: of the findings, by subject.
  init(_ findings: [Diagnosis.Finding], _ places: [String: Int]) {
    var ends: [String: (name: String, between: Int)] = [:]
    // In a tangle of circles the order decides where a chain ends.
    for start in findings.map(\.subject) {
      var path: [String] = []
      var name = start
      // Circles have a cause of their own, but a tangle of circles may lead back here. So no name
      // is passed twice.
      var passed: Set<String> = []
      while ends[name] == nil, let place = places[name], findings[place].cause == .dependency,
        let next = findings[place].waitsFor.first, passed.insert(name).inserted
      {
        path.append(name)
        name = next
      }
      var end =
        ends[name].map { (name: $0.name, between: $0.between + 1) } ?? (name: name, between: 0)
      for step in path.reversed() {
        ends[step] = end
        end.between += 1
      }
    }
    self.ends = ends
  }

  /// The operation at the end of the chain, and how many lie between. `nil` for an operation that
  /// waits for no dependency.
  subscript(_ name: String) -> (name: String, between: Int)? { ends[name] }
}
