/// Finds the operations whose threads block on something that needs them to finish first: on their
/// own queue to become empty, or on an operation that needs their slot.
struct SelfBlocking {
  let subjects: Set<String>

  /// - Parameter findings: what is known so far, all blocking calls among it.
  init(_ findings: [Diagnosis.Finding], _ facts: Facts) {
    let blocked = findings.filter { $0.cause == .blocked }
    guard !blocked.isEmpty else {
      subjects = []
      return
    }
    var graph = NamedGraph()
    for finding in findings {
      let node = NamedGraph.Node.operation(finding.subject)
      switch finding.cause {
      case .blocked:
        if let queue = finding.waitsForQueue {
          graph.connect(node, to: .empty(queue))
        } else {
          finding.waitsFor.forEach { graph.connect(node, to: .operation($0)) }
        }
      case .dependency, .cycle:
        let operation = facts.operations[finding.subject]
        operation.map(facts.pendingDependencies)?
          .forEach { graph.connect(node, to: .operation($0)) }
      case .mainThreadBlocked:
        graph.connect(node, to: .operation(Diagnosis.Finding.program))
      case .noFreeSlot, .outranked, .cancelledNotFinished:
        if let queue = finding.queue, finding.presence == nil, finding.waitsForCount > 0 {
          graph.connect(node, to: .slot(queue))
        }
      default:
        break
      }
    }
    // A queue is one node however many wait for it, so the graph grows with the operations only.
    for queue in facts.queues.values {
      queue.operations.forEach { graph.connect(.empty(queue.name), to: .operation($0)) }
      facts.holders[queue.name]?.forEach {
        graph.connect(.slot(queue.name), to: .operation($0))
      }
    }
    let circles = Set(StronglyConnected.circles(of: graph.edges).joined())
    subjects = Set(
      blocked.map(\.subject).filter {
        graph.number(of: .operation($0)).map(circles.contains) == true
      }
    )
  }
}

/// A directed graph that numbers its nodes as they turn up.
private struct NamedGraph {
  enum Node: Hashable {
    case operation(String)
    /// A slot of that queue.
    case slot(String)
    /// The moment when that queue is empty.
    case empty(String)
  }

  private(set) var edges: [[Int]] = []
  private var numbers: [Node: Int] = [:]

  func number(of node: Node) -> Int? { numbers[node] }

  mutating func connect(_ from: Node, to: Node) {
    let from = add(from)
    let to = add(to)
    edges[from].append(to)
  }

  private mutating func add(_ node: Node) -> Int {
    if let number = numbers[node] { return number }
    numbers[node] = edges.count
    edges.append([])
    return edges.count - 1
  }
}
