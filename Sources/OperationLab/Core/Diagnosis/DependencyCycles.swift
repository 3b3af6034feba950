/// Circles of dependencies: operations of which each waits for the next, and the last for the
/// first.
struct DependencyCycles {
  /// For each member its circle, in waiting order from the first by name, and its place there.
  ///
  /// One circle, the shortest through its first member, is drawn of each tangle of circles. The
  /// other members of the tangle wait for a dependency like any other operation.
  let byMember: [String: (members: [String], place: Int)]

  init(_ facts: Facts) {
    let waiting = facts.operations.values
      .map { (name: $0.name, dependencies: facts.pendingDependencies(of: $0)) }
      .filter { !$0.dependencies.isEmpty }
      .sortedNaturally(by: \.name)
    let numbers = Dictionary(
      uniqueKeysWithValues: waiting.enumerated().map { ($1.name, $0) })
    let graph = waiting.map { $0.dependencies.compactMap { numbers[$0] } }

    var byMember: [String: (members: [String], place: Int)] = [:]
    for group in StronglyConnected.circles(of: graph) {
      let circle = Self.shortestCircle(in: group, of: graph).map { waiting[$0].name }
      for (place, name) in circle.enumerated() {
        byMember[name] = (circle, place)
      }
    }
    self.byMember = byMember
  }

  /// Searches breadth first, from the group's first node, for the way back to it.
  private static func shortestCircle(in group: [Int], of graph: [[Int]]) -> [Int] {
    guard let first = group.min() else { return [] }
    let members = Set(group)
    var cameFrom: [Int: Int] = [:]
    var reached = [first]
    var next = 0
    while next < reached.count {
      let node = reached[next]
      next += 1
      for target in graph[node] where members.contains(target) {
        if target == first {
          var circle = [node]
          while let last = circle.last, last != first, let previous = cameFrom[last] {
            circle.append(previous)
          }
          return circle.reversed()
        }
        if cameFrom[target] == nil {
          cameFrom[target] = node
          reached.append(target)
        }
      }
    }
    return []
  }
}

extension Array {
  /// The first elements of the array turned so that the one at `place` comes first.
  func rotated(to place: Int, limit: Int) -> [Element] {
    (0..<Swift.min(limit, count)).map { self[(place + $0) % count] }
  }
}
