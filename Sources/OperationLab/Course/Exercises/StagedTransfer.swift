import Foundation
import OperationLab
import OperationBench
import Synchronization

/// A transfer that continues after the call has returned, and can fail. It ends when the scene ends
/// or cancels it.
final class StagedTransfer: Sendable {
  /// It was cancelled.
  static let givenUp: Event.Mark = "cancelled"
  /// It has failed.
  static let failed: Event.Mark = "failed"
  /// The results of callers: a picture, or an error.
  static let picture: Event.Mark = "picture"
  static let error: Event.Mark = "error"
  /// The server answers, because the transfer was not cancelled in time.
  static let answer: Event.Mark = "answers after all"

  /// How a transfer answers.
  enum EndKind: Hashable, Sendable {
    /// When the scene ends it, or it is cancelled.
    case later
    /// When the scene ends it: a cancellation comes too late.
    case heedsNoCancel
    /// Inside the call that starts it.
    case atOnce(well: Bool)
    /// When the scene ends it. A cancelled one answers inside the call that cancels it.
    case inGivingUp
    /// On the thread of the scene that ends it, so that no third thread takes part.
    case whereEnded
  }

  private struct State {
    /// One for each transfer, in the order in which they started.
    var gates: [Gate] = []
    /// How single transfers end, by their place in that order.
    var results: [Int: Bool] = [:]
    /// How all others end, also those that start later.
    var result: Bool?
    /// What waits for a scene's thread.
    var closures: [Callback.Carried<(Bool) -> Void>] = []
  }

  /// Where it loads from.
  let address: String?
  private let bench: Bench
  private let log: Log
  private let name: String
  private let owner: Log?
  private let manner: EndKind
  private let inside: @Sendable () -> Void
  private let state = Locked(State())
  /// The closure of the last one that ``Lockstep`` has begun. Whoever calls it comes after what was done before
  /// the transfer began, and after nothing else.
  private let unseen = Locked<Callback.Carried<(Bool) -> Void>?>(nil)
  private let hasUnseen = Atomic<Bool>(false)

  /// - Parameters:
  ///   - name: the subject of the events.
  ///   - owner: the operation of the transfer. It has started if the transfer starts.
  ///   - manner: how it answers, of all that its contract allows.
  ///   - address: where it loads from.
  ///   - inside: called inside the call that starts it.
  init(
    _ bench: Bench, _ name: String = "transfer", of owner: String? = nil,
    answers manner: EndKind = .later, address: String? = "picture.ppm",
    inside: @escaping @Sendable () -> Void = {}
  ) {
    self.bench = bench
    self.address = address
    self.inside = inside
    self.name = name
    self.owner = owner.map(bench.log)
    self.manner = manner
    log = bench.log(name)
  }

  /// Starts the transfer.
  var connect: SceneTools.Connect {
    { [self] done in
      let done = Callback.Carried(value: done)
      if Lockstep.isRunning { return beginUnseen(done) }
      let mayEnd = bench.gate("\(name) may end", isTraced: false)
      // Whether it was cancelled, and has answered because of that.
      let isCancelled = Locked(false)
      let number = state.withLock { state in
        if state.result != nil { mayEnd.open() }
        state.gates.append(mayEnd)
        return state.gates.count - 1
      }
      owner?(.started)
      log(.began)
      inside()
      if case .atOnce(let otherwise) = manner {
        let isWell = state.withLock { $0.results[number] ?? otherwise }
        log(.ended, nil, isWell ? nil : .mark(Self.failed))
        done.value(isWell)
        return { [log] in log(Self.givenUp) }
      }
      if manner == .whereEnded {
        state.withLock { $0.closures.append(done) }
        return { [log] in log(Self.givenUp) }
      }
      bench.elsewhere { [self] in
        mayEnd.wait()
        let isOver = isCancelled.withLock { $0 }
        if isOver, manner == .inGivingUp { return }
        let isWell =
          !isOver && state.withLock { $0.results[number] ?? $0.result ?? false }
        log(.ended, nil, isWell ? nil : .mark(Self.failed))
        // The sanitizer is to see reads that nothing orders before what comes of that.
        LearnersClock.awaitReads()
        done.value(isWell)
      }
      return { [log, manner] in
        log(Self.givenUp)
        guard manner != .heedsNoCancel, !mayEnd.isOpen else { return }
        let isFirst = isCancelled.withLock { isCancelled in
          defer { isCancelled = true }
          return !isCancelled
        }
        mayEnd.open()
        guard manner == .inGivingUp, isFirst else { return }
        log(.ended, nil, .mark(Self.failed))
        done.value(false)
      }
    }
  }

  /// Starts one that records nothing and has no thread: what they need would order what the sanitizer is to see
  /// unordered.
  private func beginUnseen(_ done: Callback.Carried<(Bool) -> Void>) -> @Sendable () -> Void {
    if case .atOnce(let isWell) = manner {
      done.value(isWell)
    } else {
      unseen.withLock { $0 = done }
      hasUnseen.store(true, ordering: .relaxed)
    }
    Lockstep.pass()
    return { Lockstep.pass() }
  }

  /// Waits until one has begun that ``Lockstep`` uses. It takes no lock before that.
  ///
  /// - Returns: whether one has.
  @discardableResult
  func awaitUnseen(upTo limit: Duration = .milliseconds(500)) -> Bool {
    let end = ContinuousClock.now + limit
    while !hasUnseen.load(ordering: .relaxed), ContinuousClock.now < end { sched_yield() }
    return hasUnseen.load(ordering: .relaxed)
  }

  /// Starts the transfer for code that does not need its result.
  var begin: SceneTools.Begin {
    { [connect] done in
      let done = Callback(done)
      _ = connect { _ in done() }
    }
  }

  /// Ends a transfer. They are counted from 0 in the order in which they started. Without a number
  /// it ends all, also those that start later.
  func end(_ number: Int? = nil, well isWell: Bool = true) {
    if Lockstep.isRunning {
      guard awaitUnseen(upTo: .milliseconds(50)) else { return }
      hasUnseen.store(false, ordering: .relaxed)
      let done = unseen.withLock { done in
        defer { done = nil }
        return done
      }
      done?.value(isWell)
      return
    }
    let closures = state.withLock { state in
      defer { state.closures = [] }
      return state.closures
    }
    for closure in closures {
      log(.ended, nil, isWell ? nil : .mark(Self.failed))
      closure.value(isWell)
    }
    state.withLock { state in
      guard let number else {
        state.result = isWell
        return state.gates
      }
      state.results[number] = isWell
      return state.gates.indices.contains(number) ? [state.gates[number]] : []
    }.forEach { $0.open() }
  }

  /// Lets the server answer. The transfer should have been cancelled by now.
  func answer(_ number: Int? = nil, well isWell: Bool = true) {
    bench.log("server")(Self.answer)
    end(number, well: isWell)
  }
}

/// Callers that want pictures.
public struct Visit: Sendable {
  /// Asks for a picture by its name. The returned closure gives up.
  public typealias Load =
    @Sendable (_ name: String, _ done: @escaping @Sendable (Bool) -> Void) -> @Sendable () -> Void
  typealias Step = @Sendable (Visit) -> Void

  private let bench: Bench
  private let load: Load
  private let requests = Locked<[(caller: String, giveUp: @Sendable () -> Void)]>([])
  let first: StagedTransfer
  let last: StagedTransfer

  init(_ bench: Bench, _ connections: [StagedTransfer], _ load: @escaping Load) {
    (self.bench, self.load) = (bench, load)
    (first, last) = (connections[0], connections[connections.count - 1])
  }

  /// These callers ask for a picture.
  ///
  /// - Parameter next: a caller that asks for it, too, when one of these is told.
  func want(_ callers: String..., picture: String = "cat.png", then next: String? = nil) {
    for caller in callers {
      let log = bench.log(caller)
      let giveUp = load(picture) { [self] in
        log($0 ? StagedTransfer.picture : StagedTransfer.error)
        if let next { want(next, picture: picture) }
      }
      requests.withLock { $0.append((caller, giveUp)) }
    }
  }

  /// Gives up all requests of the caller.
  func giveUp(_ caller: String) {
    bench.log(caller)(.cancelled)
    requests.withLock { $0 }.filter { $0.caller == caller }.forEach { $0.giveUp() }
    bench.log(Self.token(of: caller))(.returned)
  }

  /// The subject of the event that the call which gives up has returned.
  static func token(of caller: String) -> String { "token of \(caller)" }

  /// Takes one step after the other. Each begins when the process is idle after the last.
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
