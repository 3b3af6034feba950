import Foundation
import OperationDoctor
import OperationLab

/// The operations and queues that a bench knows of, by name.
package final class Registry: Sendable {
  private struct Entry: @unchecked Sendable {
    let name: String
    let hasMadeUpName: Bool
    /// One of the two is set. The weak one for operations whose release is being watched.
    let strong: Operation?
    weak var unowned: Operation?

    var operation: Operation? { strong ?? unowned }

    /// - Parameters:
    ///   - name: its own name, or `nil` to make one up.
    ///   - place: how many entries there are before it.
    init(_ operation: Operation, named name: String?, place: Int, strong: Operation?) {
      self.name = name ?? "operation \(place + 1)"
      hasMadeUpName = name == nil
      self.strong = strong
      unowned = operation
    }
  }

  /// Foundation does not let us name every queue, so a queue's name is kept beside it.
  private typealias NamedQueue = (name: String, queue: OperationQueue)

  private struct Members: Sendable {
    var entries: [Entry] = []
    /// Places in `entries`. An address is used again once its operation is gone, so an entry found
    /// here counts only if it still holds that very operation.
    var places: [ObjectIdentifier: Int] = [:]
    var queues: [NamedQueue] = []
  }

  private let members = Locked(Members())

  /// Remembers an operation, once, under that name, its own or a made-up one. Returns the name.
  ///
  /// - Parameters:
  ///   - name: by default its own, which it may change later, or keep to itself.
  ///   - isHeld: whether to keep the operation alive.
  @discardableResult
  package func add(_ operation: Operation, as name: String? = nil, isHeld: Bool = true) -> String {
    let own = name ?? operation.name
    return members.withLock { members in
      let id = ObjectIdentifier(operation)
      if let place = members.places[id], members.entries[place].operation === operation {
        return members.entries[place].name
      }
      let entry = Entry(
        operation, named: own, place: members.entries.count, strong: isHeld ? operation : nil)
      members.places[id] = members.entries.count
      members.entries.append(entry)
      return entry.name
    }
  }

  /// What an operation is called, which need not be known.
  func name(of operation: Operation) -> String {
    knownName(of: operation) ?? operation.name ?? Self.nameless
  }

  /// Under which name an operation is remembered. `nil` if it is not.
  func knownName(of operation: Operation) -> String? {
    members.withLock { members in
      members.places[ObjectIdentifier(operation)].map { members.entries[$0] }
        .flatMap { $0.operation === operation ? $0.name : nil }
    }
  }

  /// Whether it keeps an operation alive.
  func holds(_ operation: Operation) -> Bool {
    members.withLock { $0.entries.contains { $0.strong === operation } }
  }

  private static let nameless = "an operation without a name"

  /// Remembers a queue, once.
  package func add(_ queue: OperationQueue, named name: String) {
    members.withLock { members in
      guard !members.queues.contains(where: { $0.queue === queue }) else { return }
      members.queues.append((name, queue))
    }
  }

  /// How everything stands at this moment.
  ///
  /// It also contains operations that were not made by the bench, if others depend on them or one
  /// of its queues holds them.
  package func snapshot() -> Snapshot { Platform.releasingTemporaries { takenSnapshot() } }

  private func takenSnapshot() -> Snapshot {
    let (entries, queues) = allMembers()
    let known = Dictionary(
      entries.compactMap { entry in entry.operation.map { (ObjectIdentifier($0), entry.name) } },
      uniquingKeysWith: { first, _ in first })
    func name(_ operation: Operation) -> String {
      known[ObjectIdentifier(operation)] ?? operation.name ?? Self.nameless
    }

    let queueStates = queues.map { Snapshot.Queue(of: $0.queue, named: $0.name, operations: name) }
    var holder: [String: String] = [:]
    for queue in queueStates {
      for operation in queue.operations { holder[operation] = queue.name }
    }
    let operations = entries.compactMap { entry in
      entry.operation.map { operation in
        var state = Snapshot.Operation(of: operation, named: entry.name, dependencies: name)
        state.queue = holder[entry.name]
        if entry.hasMadeUpName { state.hasMadeUpName = true }
        return state
      }
    }
    return Snapshot(operations: operations, queues: queueStates)
  }

  /// Whether an operation that should have been released is still in memory.
  var awaitsRelease: Bool { Platform.releasingTemporaries { findsUnreleased } }

  private var findsUnreleased: Bool {
    let unheld = members.withLock { $0.entries }.filter { $0.strong == nil }
    guard unheld.contains(where: { $0.unowned != nil }) else { return false }
    let queued = Set(
      members.withLock { $0.queues }.flatMap(\.queue.operations).map(ObjectIdentifier.init))
    return unheld.contains { entry in
      entry.unowned.map { $0.isFinished && !queued.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// The members, and the operations that can be reached from them. These are not stored: a look
  /// must not keep them in memory.
  private func allMembers() -> (entries: [Entry], queues: [NamedQueue]) {
    var (entries, queues) = members.withLock { ($0.entries, $0.queues) }
    let known = entries.compactMap(\.operation)
    let seen = Set(known.map(ObjectIdentifier.init))
    let reached = (known + queues.flatMap(\.queue.operations)).withDependencies
    for operation in reached where !seen.contains(ObjectIdentifier(operation)) {
      entries.append(
        Entry(operation, named: operation.name, place: entries.count, strong: operation))
    }
    return (entries, queues)
  }
}
