import OperationBench

/// The dependencies in a snapshot, drawn as a diagram.
///
/// ```
/// task 1 ─┬▶ task 2
///         └▶ task 3 ──▶ task 4
/// task 5
/// ```
///
/// An arrow leads from an operation to one that waits for it. An operation that waits for several
/// is drawn after each of them. What follows it is drawn only the first time. Elsewhere it ends in
/// `…`. An arrow that leads back to an operation on the same path ends in `(again)`: a circle.
package struct DependencyDiagram: Sendable {
  private let followers: [String: [String]]
  private let names: [String]
  private let roots: [String]

  /// A diagram of all operations of the snapshot and of what they depend on.
  package init(_ snapshot: Snapshot) {
    var followers: [String: [String]] = [:]
    var names = snapshot.operations.map(\.name)
    var waiting: Set<String> = []
    for operation in snapshot.operations {
      for dependency in operation.dependencies {
        followers[dependency, default: []].append(operation.name)
        waiting.insert(operation.name)
        if !names.contains(dependency) { names.append(dependency) }
      }
    }
    self.followers = followers
    self.names = names
    roots = names.filter { !waiting.contains($0) }
  }

  /// The lines of the drawing, without trailing spaces.
  package var lines: [String] {
    var drawn: Set<String> = []
    var lines: [String] = []
    // In a circle everybody waits: such operations are no roots, and come last.
    for name in roots + names where !drawn.contains(name) {
      lines += self.lines(from: name, path: [], drawn: &drawn)
    }
    return lines
  }

  private func lines(from name: String, path: [String], drawn: inout Set<String>) -> [String] {
    if path.contains(name) { return ["\(name) (again)"] }
    let next = followers[name] ?? []
    let isKnown = !drawn.insert(name).inserted
    if isKnown, !next.isEmpty { return ["\(name) …"] }
    if next.isEmpty { return [name] }

    let indent = String(repeating: " ", count: name.count + 1)
    var lines: [String] = []
    for (place, follower) in next.enumerated() {
      let isLast = place == next.count - 1
      let branch = self.lines(from: follower, path: path + [name], drawn: &drawn)
      let arrow =
        switch (place == 0, isLast) {
        case (true, true): "──▶ "
        case (true, false): "─┬▶ "
        case (false, false): " ├▶ "
        case (false, true): " └▶ "
        }
      let trunk = isLast ? "    " : " │  "
      lines.append((place == 0 ? "\(name) " : indent) + arrow + branch[0])
      lines += branch.dropFirst().map { indent + trunk + $0 }
    }
    return lines
  }
}
