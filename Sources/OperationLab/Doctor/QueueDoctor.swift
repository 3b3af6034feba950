import Foundation
import OperationLab

/// Explains why the operations of your queues do not run, in a running app or test, without a
/// bench.
///
/// ```swift
/// let doctor = QueueDoctor(downloads, uploads)
/// NSLog("%@", doctor.report())
/// ```
///
/// It reads each operation's flags and dependencies, and each queue's width and operations, also of
/// the main queue if one of the operations is there. No property shows whether a queue has called
/// `start()`. So a report names every possible reason, the likeliest first.
///
/// It looks several times, within a tenth of a second. If operations of a queue begin or finish
/// meanwhile, it looks for a second. Then the report says how many were added, began and ended, and
/// which operations waited all the time while others that were added later began. It leaves out what
/// is only certain of a queue that does not move. You can call it from any thread at any time. It
/// changes nothing.
///
/// If an operation is executing, it also has the main queue run an empty block, and waits a second for
/// that. It waits as long for a queue whose lock another thread keeps, and reports that. Its own thread then
/// stays behind. It blocks longer only if an operation's own getters do.
public struct QueueDoctor: Sendable {
  /// `nil` stands for all that report events when it looks.
  private let given: [OperationQueue]?
  /// Passed in, so that tests choose what happens between two looks, and how long it takes.
  private let clock: MonotonicClock
  private let sleep: @Sendable (Duration) -> Void
  private let askMain: @Sendable (Latch) -> Void

  /// A doctor for these queues. Without any, for each
  /// ``/OperationLab/ReportingQueue`` that exists when it looks.
  public init(_ queues: OperationQueue...) {
    self.init(queues.isEmpty ? nil : queues, askMain: Self.askMain)
  }

  /// A doctor for these queues.
  public init(_ queues: [OperationQueue]) {
    self.init(Optional(queues), askMain: Self.askMain)
  }

  init(
    _ queues: [OperationQueue]?, clock: MonotonicClock = .system,
    sleep: @escaping @Sendable (Duration) -> Void = { Thread.sleep(forTimeInterval: $0.seconds) },
    askMain: @escaping @Sendable (Latch) -> Void = { $0.open() }
  ) {
    given = queues
    self.askMain = askMain
    self.clock = clock
    self.sleep = sleep
  }

  /// Why each operation that is not running does not run, who holds the slots, and which circles
  /// there are.
  public func diagnosis() -> Diagnosis { Diagnosis(examine().findings) }

  /// The state of the queues, and what follows from it.
  private typealias Examination = (picture: QueuePicture, findings: [Diagnosis.Finding])

  /// Looks on another thread, as another thread may take a queue's lock at any moment and keep it. What does
  /// not answer any more is left out then, and the rest is looked at again.
  private func examine() -> Examination {
    let all = given ?? ReportingQueue.all
    let isOnMain = Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mainKey) != nil
    var answers = OperationQueue.answers(of: all + [.main], within: .seconds(1))
    while true {
      let found = Locked<Examination?>(nil)
      let isBack = Latch()
      let look: @Sendable () -> Void = { [answers] in
        let examination = examine(all, answers, asksMain: !isOnMain)
        found.withLock { $0 = examination }
        isBack.open()
      }
      if !Platform.detachThread(look) { look() }
      var lost = answers
      // An operation's own getters may take their time.
      while lost == answers, !isBack.wait(deadline: .seconds(1)) {
        lost = zip(answers, OperationQueue.answers(of: all + [.main], within: .seconds(1)))
          .map { $0 && $1 }
      }
      if let examination = found.withLock({ $0 }) { return examination }
      answers = lost
    }
  }

  /// Looks until everything that was found lasts, or a tenth of a second has passed. If a queue moves,
  /// looks for a second.
  private func examine(
    _ all: [OperationQueue], _ answers: [Bool], asksMain: Bool
  ) -> Examination {
    var queues = zip(all, answers).filter(\.1).map(\.0)
    if given == nil {
      queues = queues.map { $0.name ?? "" }.placesInNaturalOrder.map { queues[$0] }
    }
    func silent(_ subject: String) -> Diagnosis.Finding {
      var finding = Diagnosis.Finding(subject, .blocked)
      (finding.clue, finding.isFinal) = (.noAnswer, false)
      return finding
    }
    let locked = zip(1..., answers.dropLast()).filter { !$1 }.map {
      silent("queue \($0.0) of \(all.count)")
    }
    let mayAskMain = answers.last == true
    var picture = QueuePicture(queues, clock, mayAskMain: mayAskMain)
    let main = Latch()
    let mayWaitForMain = picture.reading.operations.contains { $0.state.contains(.executing) }
    asksMain && mayWaitForMain ? askMain(main) : main.open()
    func complete(_ found: [Diagnosis.Finding]) -> [Diagnosis.Finding] {
      let isBusy = found.contains { $0.presence != nil } && !main.wait(deadline: .seconds(1))
      return locked + (isBusy ? [silent(Diagnosis.Finding.program)] : []) + found
    }
    var findings = picture.findings
    for pause in [5, 20, 75] where findings.contains(where: \.needsRest) {
      sleep(.milliseconds(pause))
      if picture.lookAgain() { findings = picture.findings }
    }
    guard !picture.movedQueues.isEmpty else { return (picture, complete(findings)) }
    // Anew, because what moved may stand still from now on.
    picture = QueuePicture(queues, clock, mayAskMain: mayAskMain)
    let began = clock.now()
    for _ in 1...50 where clock.now() - began < 1_000_000_000 {
      sleep(.milliseconds(20))
      picture.follow()
    }
    picture.lookAgain()
    return (picture, complete(picture.findings))
  }

  /// Has the main queue open the latch. The main thread must not wait for that.
  @Sendable private static func askMain(_ latch: Latch) {
    DispatchQueue.main.async { latch.open() }
  }

  /// Found on the thread that the main queue has at the moment.
  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The diagnosis in sentences, and who waits for whom, drawn.
  ///
  /// Its lines have 80 columns at most, as far as names allow that.
  public func report() -> String { report(width: 80) }

  package func report(width: Int) -> String {
    let (picture, findings) = examine()
    let diagnosis = Diagnosis(findings, inWords: false)
    let lines = zip(picture.reading.queues, picture.movements).map { queue, movement in
      let width = queue.width < 0 ? "no limit" : "width \(queue.width)"
      let count = movement.held
      let underlying = queue.underlyingQueue.map { ", underlyingQueue '\($0)'" }
      return "'\(queue.name)': \(count) operation\(count == 1 ? "" : "s"), \(width)"
        + (queue.isSuspended ? ", suspended" : "") + (underlying ?? "")
    }
    let movement = picture.movement.map { TerminalText.wrapped($0, to: width, indent: 2) }
    let texts =
      diagnosis.isEmpty
      ? movement ?? [Diagnosis.nothing]
      : (movement ?? []) + [diagnosis.summary(width: width), diagnosis.graph(width: width)]
    return (lines.map { TerminalText.visible($0) } + texts).joined(separator: "\n")
  }
}

extension OperationQueue {
  /// Which queues answer. Those of Foundation on Linux hold a lock while they take an operation in, which may
  /// never end.
  static func answers(
    of queues: [OperationQueue], within time: Duration
  ) -> [Bool] {
    let deadline = ContinuousClock.now + time
    return queues.map { queue in
      let latch = Latch()
      let hasThread = Platform.detachThread {
        _ = queue.operationCount
        latch.open()
      }
      // Without a thread it is asked as before.
      if !hasThread { latch.open() }
      return latch
    }.map { $0.wait(deadline: deadline - ContinuousClock.now) }
  }
}

extension QueuePicture {
  /// Says which queues move or grow, if any do.
  fileprivate var movement: String? {
    let sentences = movements.compactMap { movement -> String? in
      let isMoving = movedQueues.contains(movement.queue)
      guard isMoving || movement.added > 0 else { return nil }
      return TerminalText.visible(movement.sentence(isMoving: isMoving))
    }
    guard !sentences.isEmpty else { return nil }
    let left = "What is certain only of a queue that does not move is left out."
    return (sentences + (movedQueues.isEmpty ? [] : [left])).joined(separator: " ")
  }
}

extension QueueDoctor {
  /// Who waits for whom, as a [Mermaid](https://mermaid.js.org) flowchart. GitHub draws it in an
  /// issue or a pull request, in a block of code with the language `mermaid`.
  ///
  /// ```swift
  /// let queue = OperationQueue()
  /// queue.name = "downloads"
  /// queue.isSuspended = true
  /// let (fetch, show) = (BlockOperation {}, BlockOperation {})
  /// (fetch.name, show.name) = ("fetch", "show")
  /// show.addDependency(fetch)
  /// queue.addOperations([fetch, show], waitUntilFinished: false)
  /// print(QueueDoctor(queue).diagram())
  /// // flowchart LR
  /// //   n0["show"]
  /// //   n1["fetch<br>'downloads' is suspended"]
  /// //   n0 --> n1
  /// ```
  ///
  /// An arrow leads from what waits to what it waits for. Boxes with round ends are no operations: a
  /// slot of a queue, the main thread. It reads the queues as ``report()`` does.
  public func diagram() -> String {
    let (picture, findings) = examine()
    return Diagnosis(findings, inWords: false).mermaid(
      otherwise: picture.movement ?? Diagnosis.nothing)
  }
}

extension QueueDoctor {
  /// Does the body, and reports if it takes longer than that: for a test that waits for a queue.
  ///
  /// ```swift
  /// @Test func allArrive() {
  ///   QueueDoctor(queue).watching(for: .seconds(5)) {
  ///     queue.waitUntilAllOperationsAreFinished()
  ///   }
  /// }
  /// ```
  ///
  /// XCTest works the same way. The body keeps waiting. A time limit of the test may end it, and
  /// the report is in the log before that.
  ///
  /// - Parameters:
  ///   - time: how long the body may take.
  ///   - report: takes the report, on another thread, or, at once and on the calling one, that the system
  ///     gives no thread for the watch. By default it goes to standard error.
  ///   - body: runs on the calling thread. Its result and its error are passed on.
  @discardableResult
  public func watching<Value>(
    for time: Duration, report: @escaping @Sendable (String) -> Void = QueueDoctor.writeToErrors,
    _ body: () throws -> Value
  ) rethrows -> Value {
    let isOver = keepWatch(for: time, report)
    defer { isOver.open() }
    return try body()
  }

  /// The same with a body that waits as a task does.
  @discardableResult
  public func watching<Value>(
    for time: Duration, report: @escaping @Sendable (String) -> Void = QueueDoctor.writeToErrors,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    let isOver = keepWatch(for: time, report)
    defer { isOver.open() }
    return try await body()
  }

  @Sendable @usableFromInline
  static func writeToErrors(_ report: String) {
    FileHandle.standardError.write(Data((report + "\n").utf8))
  }

  /// On a thread of its own: those of the pools may all be blocked, which is what it is about.
  private func keepWatch(for time: Duration, _ say: @escaping @Sendable (String) -> Void) -> Latch {
    let isOver = Latch()
    let hasThread = Platform.detachThread {
      guard !isOver.wait(deadline: time) else { return }
      say("After \(time.inTenths) it has not returned:\n" + report())
    }
    if !hasThread { say("This call is not watched, because the system gives no thread for that.") }
    return isOver
  }
}
