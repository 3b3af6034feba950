/// What a thread waits for in a blocking call, as the note of its ``Event/Kind/waiting`` event says
/// it.
///
/// Whoever is about to block records such an event first, with the waiting operation as subject, or
/// `program`, and one of two notes: `for queue NAME to be empty`, `for operation NAME`.
package enum BlockingCall: Hashable {
  case queue(String)
  case operation(String)

  package init?(note: String) {
    if let name = note.between("for queue ", " to be empty") {
      self = .queue(name)
    } else if let name = note.between("for operation ", "") {
      self = .operation(name)
    } else {
      return nil
    }
  }
}

extension String {
  /// What stands between the two, if there is anything.
  package func between(_ front: String, _ back: String) -> String? {
    guard count > front.count + back.count, hasPrefix(front), hasSuffix(back) else { return nil }
    return String(dropFirst(front.count).dropLast(back.count))
  }
}
