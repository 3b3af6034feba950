/// Finds the circles of a directed graph: groups of nodes that can all reach each other.
///
/// Tarjan's algorithm, in one pass over nodes and edges. It keeps a stack of its own instead of
/// calling itself, because a chain of thousands of operations would overflow a thread's stack.
struct StronglyConnected {
  /// For each node, the nodes it points to.
  let graph: [[Int]]

  private var index: [Int?]
  private var low: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var visited = 0
  private var found: [[Int]] = []

  init(_ graph: [[Int]]) {
    self.graph = graph
    index = Array(repeating: nil, count: graph.count)
    low = Array(repeating: 0, count: graph.count)
    isOpen = Array(repeating: false, count: graph.count)
  }

  /// The groups of two or more nodes, and the single nodes that point to themselves.
  static func circles(of graph: [[Int]]) -> [[Int]] {
    var search = StronglyConnected(graph)
    for node in graph.indices where search.index[node] == nil {
      search.visit(from: node)
    }
    return search.found
  }

  private mutating func visit(from root: Int) {
    var path = [(node: root, next: 0)]
    enter(root)
    while let (node, next) = path.last {
      if next < graph[node].count {
        path[path.count - 1].next += 1
        let target = graph[node][next]
        if index[target] == nil {
          enter(target)
          path.append((target, 0))
        } else if isOpen[target], let place = index[target] {
          low[node] = min(low[node], place)
        }
      } else {
        path.removeLast()
        if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
        if low[node] == index[node] { close(node) }
      }
    }
  }

  private mutating func enter(_ node: Int) {
    index[node] = visited
    low[node] = visited
    visited += 1
    open.append(node)
    isOpen[node] = true
  }

  /// Everything opened since the node, and the node, is one group.
  private mutating func close(_ node: Int) {
    var group: [Int] = []
    repeat {
      let member = open.removeLast()
      isOpen[member] = false
      group.append(member)
    } while group.last != node
    if group.count > 1 || graph[node].contains(node) {
      found.append(group)
    }
  }
}
