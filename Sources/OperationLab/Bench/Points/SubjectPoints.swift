import Foundation
import OperationLab

/// The replacements for Foundation's calls in a checked class while it is explored. Each call is a
/// point, at which its thread can be held.
///
/// `lab check` compiles a second file into the module of the checked one, in which an
/// extension of `Operation` has these names. So the checked file stays as it is. The calls are safe
/// from any thread. If no life is explored, they only do what Foundation's calls do.
@_spi(LabCheck) public enum SubjectPoints {
  /// Reads `isCancelled`: a point before the read, and one before anything is done with the answer.
  public static func isCancelled(of operation: Operation) -> Bool {
    guard let points = PausePoints.of(operation) else { return operation.isCancelled }
    return points.read("isCancelled") { operation.isCancelled }
  }

  /// Announces that a value is about to change, with a point before it.
  public static func willChangeValue(of operation: Operation, forKey key: String) {
    guard let points = PausePoints.of(operation) else {
      return operation.willChangeValue(forKey: key)
    }
    points.announce(Event.Mark("calls willChangeValue for {}", .text(key))) { operation.isFinished }
    points.muted { operation.willChangeValue(forKey: key) }
  }

  /// Announces that a value has changed, with a point before it.
  public static func didChangeValue(of operation: Operation, forKey key: String) {
    guard let points = PausePoints.of(operation) else {
      return operation.didChangeValue(forKey: key)
    }
    points.announce(
      Event.Mark("calls didChangeValue for {}", .text(key)),
      isEnd: ["isFinished", "finished"].contains(key)
    ) { operation.isFinished }
    points.muted { operation.didChangeValue(forKey: key) }
  }

  /// The same as with a key.
  public static func willChangeValue<Value>(
    of operation: Operation, for path: KeyPath<Operation, Value>
  ) {
    guard let key = keys[path] else { return operation.willChangeValue(for: path) }
    willChangeValue(of: operation, forKey: key)
  }

  /// The same as with a key.
  public static func didChangeValue<Value>(
    of operation: Operation, for path: KeyPath<Operation, Value>
  ) {
    guard let key = keys[path] else { return operation.didChangeValue(for: path) }
    didChangeValue(of: operation, forKey: key)
  }

  /// The keys of the paths that Foundation knows.
  package nonisolated(unsafe) static let keys: [PartialKeyPath<Operation>: String] = [
    \.isFinished: "isFinished", \.isExecuting: "isExecuting", \.isReady: "isReady",
  ]
}

/// The points of one life of the operation under check, at which its threads are held.
package final class PausePoints: Sendable {
  private struct State {
    /// The operation under check. Others have no points.
    var operation: ObjectIdentifier?
    var isOpen = false
    var locks = 0
    /// Threads that are posting a notification. Foundation's reads during it are not steps of the
    /// class.
    var muted: Set<Int> = []
    /// Whether it was finished when a thread came to the first of some announcements in a row.
    var announcing: [Int: Bool] = [:]
    /// Whether the last announcement found it finished.
    var isOver = false
    var ends = 0
    var repetitions = 0
  }

  /// The current life.
  private static let current = Locked<PausePoints?>(nil)

  private let log: Log
  private let state = Locked(State())

  package init(_ log: Log) { self.log = log }

  /// From now on, new locks belong to this life.
  package func begin() {
    Self.current.withLock { $0 = self }
  }

  /// A step of the kit's base class, whose code has no other points.
  private func take(_ step: AsyncOperation.Point, of operation: Operation) {
    switch step {
    case .asksIfCancelled: pass("asks if it is cancelled")
    case .hasAsked(let answer): pass(Self.goingOn("isCancelled", answer))
    case .takesLock: pass("takes the lock of AsyncOperation")
    case .willChange(let key):
      announce(Event.Mark("calls willChangeValue for {}", .text(key))) { operation.isFinished }
    case .didChange(let key):
      announce(
        Event.Mark("calls didChangeValue for {}", .text(key)), isEnd: key == "isFinished"
      ) { operation.isFinished }
    case .cancelled: break
    }
  }

  /// Begins to hold threads, once what is under check has been made.
  package func open(for operation: Operation?) {
    let identity = operation.map(ObjectIdentifier.init)
    state.withLock { ($0.operation, $0.isOpen) = (identity, true) }
    (operation as? AsyncOperation)?.listen { PausePoints.of($0)?.take($1, of: $0) }
  }

  /// Stops holding threads.
  package func close() { state.withLock { $0.isOpen = false } }

  /// The current life. Locks of earlier lives keep their own, which is closed.
  package static var ofNow: PausePoints? { current.withLock { $0 } }

  static func of(_ operation: Operation) -> PausePoints? {
    let identity = ObjectIdentifier(operation)
    return ofNow.flatMap { points in
      points.state.withLock { $0.operation == identity } ? points : nil
    }
  }

  /// The name of the next lock.
  func nameOfNextLock() -> String {
    state.withLock { state in
      state.locks += 1
      return state.locks == 1 ? "the lock" : "lock \(state.locks)"
    }
  }

  /// Whether the calling thread is held here. The kit's own threads, which only observe, are not.
  var holdsThisThread: Bool {
    let serial = Recorder.threadNumber
    return state.withLock { $0.isOpen && !$0.muted.contains(serial) } && !Platform.isHelperThread
  }

  /// A point that also records a line.
  package func pass(_ mark: Event.Mark) {
    guard holdsThisThread else { return }
    leaveAnnouncements()
    log(mark)
  }

  /// How often it became finished, as its announcements show it.
  package var ends: Int { state.withLock { $0.ends } }

  /// How often a thread has announced an end that had been announced before.
  ///
  /// A thread that announces all its keys at each change does so also while another one ends the
  /// operation. That does not count, so what counts is how it was before the thread was held.
  package var repetitions: Int { state.withLock { $0.repetitions } }

  /// A point before a change is announced.
  func announce(_ mark: Event.Mark, isEnd: Bool = false, isFinished: () -> Bool) {
    guard holdsThisThread else { return }
    let serial = Recorder.threadNumber
    if state.withLock({ $0.announcing[serial] }) == nil {
      var answer = false
      muted { answer = isFinished() }
      state.withLock { [answer] in
        $0.announcing[serial] = answer
        if !answer { $0.isOver = false }
      }
    }
    log(mark)
    guard isEnd else { return }
    state.withLock { state in
      guard state.announcing[serial] == true else { return }
      if state.isOver { state.repetitions += 1 } else { state.ends += 1 }
      state.isOver = true
    }
  }

  private func leaveAnnouncements() {
    let serial = Recorder.threadNumber
    state.withLock { $0.announcing[serial] = nil }
  }

  /// Two points around a read, so that another thread may run between the answer and its use.
  func read(_ name: String, _ question: () -> Bool) -> Bool {
    guard holdsThisThread else { return question() }
    arrive(Event.Mark("reads {}", .text(name)))
    let answer = question()
    write(Event.Mark("reads {}: {}", .text(name), .text("\(answer)")))
    log(Self.goingOn(name, answer))
    return answer
  }

  /// Recorded by a thread that continues with an earlier answer.
  static func goingOn(_ name: String, _ answer: Bool) -> Event.Mark {
    Event.Mark("goes on: {} was {}", .text(name), .text("\(answer)"))
  }

  /// Whether the mark is that one.
  package static func goesOn(_ mark: Event.Mark) -> Bool { mark.isLike(goingOn("", false)) }

  /// A point without a line.
  func arrive(_ mark: Event.Mark) {
    leaveAnnouncements()
    log.recorder.arrive(at: .noted, log.subject, note: mark.words)
  }

  /// The line for it.
  func write(_ mark: Event.Mark) { log.recorder.write(.noted, log.subject, .mark(mark)) }

  /// Runs the body without any point, if the life of that operation has some.
  package static func muting(_ operation: Operation, _ body: () -> Void) {
    guard let points = of(operation) else { return body() }
    points.muted(body)
  }

  /// Runs the body without any point.
  func muted(_ body: () -> Void) {
    let serial = Recorder.threadNumber
    let isOuter = state.withLock { $0.muted.insert(serial).inserted }
    body()
    if isOuter { state.withLock { _ = $0.muted.remove(serial) } }
  }
}
