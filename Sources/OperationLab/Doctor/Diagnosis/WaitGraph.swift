/// Who waits for whom: operations, and what they need of a queue.
struct WaitGraph {
  enum Node: Hashable {
    case operation(String)
    /// A slot of that queue.
    case slot(of: String)
    /// The moment when that queue is empty.
    case emptiness(of: String)
  }

  private var nodes: [Node] = []
  private var numbers: [Node: Int] = [:]
  /// For each node, those that it waits for.
  private var targets: [[Int]] = []

  /// Returns the number of the node, its own or a new one.
  @discardableResult
  private mutating func add(_ node: Node) -> Int {
    if let number = numbers[node] { return number }
    numbers[node] = nodes.count
    nodes.append(node)
    targets.append([])
    return nodes.count - 1
  }

  private mutating func connect(_ node: Node, to others: [Node]) {
    let number = add(node)
    for other in others { targets[number].append(add(other)) }
  }
}

// Circles of dependencies.
extension WaitGraph {
  /// The operations that wait for dependencies.
  init(dependenciesIn facts: Facts) {
    let waiting = facts.reading.operations
      .filter { !facts.pendingDependencies(of: $0).isEmpty }
    self.init(
      waiting.map(\.name).placesInNaturalOrder.map { place in
        (waiting[place].name, facts.pendingDependencies(of: waiting[place]))
      })
  }

  init(_ waiting: [(name: String, dependencies: [String])]) {
    for (name, _) in waiting { add(.operation(name)) }
    for (name, dependencies) in waiting {
      connect(.operation(name), to: dependencies.map(Node.operation))
    }
  }

  /// The circles, each in waiting order from its first member by name.
  ///
  /// One circle, the shortest through its first member, stands for each tangle of circles. The other
  /// members of the tangle wait for a dependency like any other operation.
  var circlesOfOperations: [[String]] {
    let circles = circles
    var groups = [Int?](repeating: nil, count: nodes.count)
    for (number, members) in circles.enumerated() {
      for member in members { groups[member] = number }
    }
    var cameFrom = groups.map { _ in Int?.none }
    return circles.map { group in
      shortestCircle(in: group, groups, &cameFrom).compactMap { number in
        if case .operation(let name) = nodes[number] { name } else { nil }
      }
    }
  }

  /// Searches breadth first, from the group's first node, for the way back to it. Notes for each node of the
  /// group from which one it was reached.
  private func shortestCircle(
    in group: [Int], _ groups: [Int?], _ cameFrom: inout [Int?]
  ) -> [Int] {
    guard let first = group.min() else { return [] }
    var reached = [first]
    var next = 0
    while next < reached.count {
      let node = reached[next]
      next += 1
      for target in targets[node] where groups[target] == groups[first] {
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

// Calls that block the thread that they wait for.
extension WaitGraph {
  /// All that is found, and what the queues hold. A queue is one node however many wait for it, so the
  /// graph grows with the operations only.
  init(_ findings: [Diagnosis.Finding], _ facts: Facts) {
    for finding in findings {
      connect(.operation(finding.subject), to: Self.awaited(by: finding, facts))
    }
    for queue in facts.reading.queues {
      connect(.emptiness(of: queue.name), to: queue.operations.map(Node.operation))
      connect(.slot(of: queue.name), to: (facts.holders[queue.name] ?? []).map(Node.operation))
    }
  }

  private static func awaited(by finding: Diagnosis.Finding, _ facts: Facts) -> [Node] {
    switch finding.need {
    case .slot(let queue): return [.slot(of: queue)]
    case .emptiness(let queue): return [.emptiness(of: queue)]
    case .mainThread: return [.operation(Diagnosis.Finding.program)]
    case .operations, .more, nil:
      // A finding names no more dependencies than a reader wants to see.
      let operation = facts.operation(finding.subject)
      let isWaiting = finding.cause == .dependency || finding.cause == .cycle
      let all = isWaiting ? operation.map(facts.pendingDependencies) : nil
      return (all ?? finding.waitsFor).map(Node.operation)
    }
  }

  /// The operations that are part of a circle.
  var operationsInCircles: Set<String> {
    Set(
      circles.joined().compactMap { number in
        if case .operation(let name) = nodes[number] { name } else { nil }
      })
  }
}

extension WaitGraph {
  /// The groups of nodes that can all reach each other, and the single nodes that wait for themselves.
  ///
  /// Tarjan's algorithm, in one pass over nodes and edges. It keeps a stack of its own instead of
  /// calling itself, because a chain of thousands of operations would overflow a thread's stack.
  var circles: [[Int]] {
    var index = [Int?](repeating: nil, count: nodes.count)
    var low = [Int](repeating: 0, count: nodes.count)
    var isOpen = [Bool](repeating: false, count: nodes.count)
    var open: [Int] = []
    var path: [(node: Int, next: Int)] = []
    var visited = 0
    var found: [[Int]] = []

    func enter(_ node: Int) {
      (index[node], low[node], isOpen[node]) = (visited, visited, true)
      visited += 1
      open.append(node)
      path.append((node, 0))
    }
    for root in nodes.indices where index[root] == nil {
      enter(root)
      while let (node, next) = path.last {
        if next < targets[node].count {
          path[path.count - 1].next += 1
          let target = targets[node][next]
          if index[target] == nil {
            enter(target)
          } else if isOpen[target], let place = index[target] {
            low[node] = min(low[node], place)
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == index[node], let start = open.lastIndex(of: node) else { continue }
        // What was opened since the node, and the node, is one group.
        let group = Array(open[start...])
        open.removeSubrange(start...)
        for member in group { isOpen[member] = false }
        if group.count > 1 || targets[node].contains(node) { found.append(group) }
      }
    }
    return found
  }
}
