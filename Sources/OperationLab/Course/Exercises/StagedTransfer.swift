import Foundation
import OperationLab
import OperationTesting

/// A transfer that goes on after the call has returned, and can fail and be cancelled. It ends when
/// the scene says so, or is cancelled.
final class StagedTransfer: Sendable {
  /// It was cancelled.
  static let givenUp: Event.Mark = "cancelled"
  /// It has ended, and not well.
  static let failed: Event.Mark = "failed"
  /// What callers are told: here is the picture, or there is none.
  static let picture: Event.Mark = "picture"
  static let error: Event.Mark = "error"
  /// What the server does when the scene has waited long enough for a transfer to be cancelled.
  static let answer: Event.Mark = "answers after all"

  private struct State {
    /// One for each transfer, in the order in which they were set going.
    var gates: [Gate] = []
    /// How single transfers end, by their place in that order.
    var results: [Int: Bool] = [:]
    /// How all others end, those included that are yet to be set going.
    var result: Bool?
  }

  private let bench: Bench
  private let log: Log
  private let name: String
  private let owner: Log?
  private let heedsCancel: Bool
  private let state = Locked(State())

  /// - Parameters:
  ///   - name: the subject of the events.
  ///   - owner: the operation whose transfer it is: it was started if it sets the transfer going.
  ///   - heedsCancel: whether it ends when it is cancelled. Otherwise the cancellation comes too
  ///     late for it.
  init(
    _ bench: Bench, _ name: String = "transfer", of owner: String? = nil, heedsCancel: Bool = true
  ) {
    self.bench = bench
    self.name = name
    self.owner = owner.map(bench.log)
    self.heedsCancel = heedsCancel
    log = bench.log(name)
  }

  /// Sets it going.
  var connect: Stage.Connect {
    { [self] done in
      let done = Probe.Callback.Carried(value: done)
      let mayEnd = bench.gate("\(name) may end", isTraced: false)
      let isCancelled = Locked(false)
      let number = state.withLock { state in
        if state.result != nil { mayEnd.open() }
        state.gates.append(mayEnd)
        return state.gates.count - 1
      }
      owner?(.started)
      log(.began)
      bench.elsewhere { [self] in
        mayEnd.wait()
        let isWell =
          !isCancelled.withLock { $0 }
          && state.withLock { $0.results[number] ?? $0.result ?? false }
        log(.ended, nil, isWell ? nil : .mark(Self.failed))
        done.value(isWell)
      }
      return { [log, heedsCancel] in
        log(Self.givenUp)
        guard heedsCancel else { return }
        isCancelled.withLock { $0 = true }
        mayEnd.open()
      }
    }
  }

  /// The same for code that need not know how it ends.
  var begin: Stage.Begin {
    { [connect] done in
      let done = Probe.Callback(done)
      _ = connect { _ in done() }
    }
  }

  /// Lets a transfer end: they are counted from 0 in the order in which they were set going. By
  /// default it lets all end, those included that are yet to be set going.
  func end(_ number: Int? = nil, well isWell: Bool = true) {
    state.withLock { state in
      guard let number else {
        state.result = isWell
        return state.gates
      }
      state.results[number] = isWell
      return state.gates.indices.contains(number) ? [state.gates[number]] : []
    }.forEach { $0.open() }
  }

  /// The server answers, although the transfer should have been cancelled by now.
  func answer(_ number: Int? = nil, well isWell: Bool = true) {
    bench.log("server")(Self.answer)
    end(number, well: isWell)
  }
}

/// Callers that want pictures, and what they ask for them.
public struct Visit: Sendable {
  /// Asks for a picture by its name. What is returned gives the wish up.
  public typealias Load =
    @Sendable (_ name: String, _ done: @escaping @Sendable (Bool) -> Void) -> @Sendable () -> Void
  typealias Step = @Sendable (Visit) -> Void

  private let bench: Bench
  private let load: Load
  private let wishes = Locked<[(caller: String, giveUp: @Sendable () -> Void)]>([])
  let first: StagedTransfer
  let last: StagedTransfer

  init(_ bench: Bench, _ connections: [StagedTransfer], _ load: @escaping Load) {
    (self.bench, self.load) = (bench, load)
    (first, last) = (connections[0], connections[connections.count - 1])
  }

  /// These callers ask for a picture.
  func want(_ callers: String..., picture: String = "cat.png") {
    for caller in callers {
      let log = bench.log(caller)
      let giveUp = load(picture) { log($0 ? StagedTransfer.picture : StagedTransfer.error) }
      wishes.withLock { $0.append((caller, giveUp)) }
    }
  }

  /// All wishes of the caller are given up.
  func giveUp(_ caller: String) {
    bench.log(caller)(.cancelled)
    wishes.withLock { $0 }.filter { $0.caller == caller }.forEach { $0.giveUp() }
  }

  /// Does one step after the other. Each begins when nothing comes of the last one any more.
  func take(_ steps: [Step]) {
    for step in steps {
      step(self)
      bench.settle()
    }
  }
}

extension Trace.Condition {
  /// A transfer was cancelled before the server would have answered.
  static func givenUp(_ name: String = "transfer") -> Self {
    .comes(
      .marked(StagedTransfer.givenUp, by: name),
      before: .marked(StagedTransfer.answer, by: "server"))
  }
}
