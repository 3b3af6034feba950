import OperationDoctor
import OperationBench
import OperationLab
import Testing

/// A run written by hand in which `op` has not finished, the answer why, and edits of the run after
/// which the answer is false.
struct WhySample: CustomTestStringConvertible {
  typealias Edit = (what: String, edit: @Sendable (inout Run) -> Void)

  let what: String
  let answer: String
  let run: Run
  let edits: [Edit]

  var testDescription: String { what }

  private init(_ what: String, _ answer: String, _ run: Run, _ edits: [Edit]) {
    (self.what, self.answer, self.run, self.edits) = (what, answer, run, edits)
  }

  static let all = [
    WhySample("another operation holds the only slot", noFreeSlot, full(), [start, widen, end]),
    WhySample(
      "another operation has a higher priority, too", noFreeSlot,
      full(others: [Snapshot.Operation(name: "vip", state: .ready, queue: queue, priority: 4)]),
      [start, widen]),
    WhySample(
      "its queue is suspended", suspended, run(op: .ready, in: queue, isSuspended: true),
      [start, resume, end]),
    WhySample(
      "a dependency is not finished", dependency,
      run(op: [], in: queue, after: ["first"], others: [operation("first", [.ready, .executing])]),
      [start, becomeReady, finishOther("first")]),
    WhySample(
      "a dependency finished without a notification", notReady,
      run(
        "T1 started first\nT1 finished first", op: [], in: queue, after: ["first"],
        others: [operation("first", [.ready, .finished], in: queue)]),
      [start, becomeReady, depend]),
    WhySample(
      "its dependency was removed", notReady, run(op: [], in: queue), [start, becomeReady, depend]),
    WhySample(
      "it depends on an operation that depends on it", itself,
      run(
        op: [], in: queue, after: ["other"],
        others: [operation("other", [], in: queue, after: ["op"])]),
      [start, becomeReady, finishOther("other")]),
    WhySample(
      "it waits for its own queue to be empty", itself,
      run("T1 started op\nT1 waiting op queue downloads", op: running, in: queue),
      [
        goOn,
        (
          "another queue",
          { $0.trace = $0.trace.replacing(.waiting) { $0.set(.wait(for: .queue("x"))) } }
        ),
      ]),
    WhySample(
      "it waits for an operation that needs its slot", itself,
      run(
        "T1 started op\nT1 waiting op operation next", op: running, in: queue, width: 1,
        others: [operation("next", .ready, in: queue)]),
      [goOn, widen]),
    WhySample(
      "it is in no queue", neverStarted, run(op: .ready),
      [start, ("enqueue", { $0.trace = $0.trace.inserting(.enqueued, of: "op") })]),
    WhySample(
      "it was cancelled, in no queue", neverStarted,
      run("main cancelled op", op: [.ready, .cancelled]), [start]),
    WhySample(
      "it was cancelled before it had a slot", noFreeSlot,
      full("main cancelled op", op: [.ready, .cancelled]), [start, widen]),
    WhySample(
      "it was cancelled in a suspended queue", suspended,
      run("main cancelled op", op: [.ready, .cancelled], in: queue, isSuspended: true),
      [start, resume]),
    WhySample(
      "it was cancelled and its isReady is still false", notReady,
      run("main cancelled op", op: .cancelled, in: queue), [start, becomeReady]),
    WhySample(
      "it waits for another operation", threadBlocked,
      run(
        "T1 started op\nT1 waiting op operation slow", op: running, in: queue,
        others: [operation("slow", [.ready, .executing])]),
      [goOn]),
    WhySample(
      "it is in the main queue and the program blocks", threadBlocked,
      run(op: .ready, in: Snapshot.Queue.main, isProgramBlocked: true),
      [start, ("the program returns", { $0.snapshot?.isProgramBlocked = false })]),
    WhySample(
      "its start() returned", unfinished,
      run("T1 started op\nT1 returned op", op: .ready, in: queue), [neverStart, report, end]),
    WhySample(
      "it was cancelled after its start", unfinished,
      run("T1 started op\nT1 returned op\nmain cancelled op", op: [.ready, .cancelled], in: queue),
      [neverStart, report, end]),
    WhySample(
      "it finished without a notification", changeMissed,
      run("T1 started op\nT1 finished op", op: [.ready, .finished], in: queue),
      [leave, ("not finished", { $0.change("op") { $0.state = .ready } })]),
    WhySample(
      "it became ready without a notification", changeMissed, run(op: .ready, in: queue),
      [
        start, leave, ("suspend", { $0.changeQueue { $0.isSuspended = true } }),
        ("width 0", { $0.changeQueue { $0.width = 0 } }),
        ("not ready", { $0.change("op") { $0.state = [] } }),
      ]),
  ]

  private static let noFreeSlot = "its queue has no free slot"
  private static let suspended = "its queue is suspended"
  private static let dependency = "a dependency is not finished"
  private static let itself = "it waits for itself, directly or through others"
  private static let notReady = "it is not ready, although no dependency is unfinished"
  private static let neverStarted = "it is in no queue, and its start() is never called"
  private static let threadBlocked = "the thread that must run it is blocked"
  private static let unfinished = "it was started and does not report isFinished"
  private static let changeMissed = "its queue got no notification of the change"

  private static let queue = "downloads"
  private static let running: OperationState = [.ready, .executing]

  private static let start: Edit = ("start", { $0.trace = $0.trace.inserting(.started, of: "op") })
  private static let neverStart: Edit = (
    "never start",
    { $0.trace = $0.trace.removing(.started, of: "op").removing(.returned, of: "op") }
  )
  private static let report: Edit = (
    "report isFinished", { $0.trace = $0.trace.inserting(.finished, of: "op") }
  )
  private static let end: Edit = (
    "end finished", { $0.change("op") { $0.state.insert(.finished) } }
  )
  private static let becomeReady: Edit = (
    "become ready", { $0.change("op") { $0.state.insert(.ready) } }
  )
  private static let leave: Edit = (
    "leave the queue",
    { run in
      run.change("op") { $0.queue = nil }
      run.changeQueue { $0.operations.removeAll { $0 == "op" } }
    }
  )
  private static let widen: Edit = ("widen the queue", { $0.changeQueue { $0.width = 9 } })
  private static let resume: Edit = ("resume", { $0.changeQueue { $0.isSuspended = false } })
  private static let goOn: Edit = (
    "the thread goes on", { $0.trace = $0.trace.inserting(.ended, of: "op", on: "T1") }
  )
  private static let depend: Edit = (
    "depend on an unfinished operation",
    { run in
      run.snapshot?.operations.append(operation("late", .ready))
      run.change("op") { $0.dependencies = ["late"] }
    }
  )

  private static func finishOther(_ name: String) -> Edit {
    ("finish \(name)", { $0.change(name) { $0.state.insert(.finished) } })
  }

  /// A queue of width 1 whose slot another operation holds.
  private static func full(
    _ events: String = "", op: OperationState = .ready, others: [Snapshot.Operation] = []
  ) -> Run {
    run(
      "T1 started first\n" + events, op: op, in: queue, width: 1,
      others: [operation("first", [.ready, .executing], in: queue)] + others)
  }

  private static func operation(
    _ name: String, _ state: OperationState, in queue: String? = nil, after: [String] = []
  ) -> Snapshot.Operation {
    Snapshot.Operation(name: name, state: state, dependencies: after, queue: queue)
  }

  /// - Parameter events: a line each: thread, kind and subject, and possibly `operation NAME` or
  ///   `queue NAME` that it waits for, or `barrier`.
  static func run(
    _ events: String = "", op: OperationState = [], in queue: String? = nil, width: Int = 2,
    isSuspended: Bool = false, after dependencies: [String] = [],
    others: [Snapshot.Operation] = [], isProgramBlocked: Bool = false
  ) -> Run {
    let trace = Trace(
      events.split(separator: "\n").enumerated().map { place, line in
        let words = line.split(separator: " ").map(String.init)
        var event = Event(
          seq: place, ns: UInt64(place), thread: words[0], subject: words[2],
          kind: Event.Kind(rawValue: words[1]) ?? .noted)
        switch words.dropFirst(3).first {
        case "operation": event.set(.wait(for: .operation(words[4])))
        case "queue": event.set(.wait(for: .queue(words[4])))
        case "barrier": event.set(.barrier)
        default: break
        }
        return event
      })
    let operations = [operation("op", op, in: queue, after: dependencies)] + others
    let queues = queue.map { name in
      Snapshot.Queue(
        name: name, width: width, isSuspended: isSuspended,
        operations: operations.filter { $0.queue == name }.map(\.name))
    }
    return Run(
      program: "sample", outcome: .hangs, trace: trace,
      snapshot: Snapshot(
        operations: operations, queues: [queues].compactMap { $0 },
        isProgramBlocked: isProgramBlocked))
  }
}

extension Run {
  fileprivate mutating func change(
    _ name: String, _ change: (inout Snapshot.Operation) -> Void
  ) {
    guard let place = snapshot?.operations.firstIndex(where: { $0.name == name }) else { return }
    change(&snapshot!.operations[place])
  }

  fileprivate mutating func changeQueue(_ change: (inout Snapshot.Queue) -> Void) {
    guard snapshot?.queues.isEmpty == false else { return }
    change(&snapshot!.queues[0])
  }
}
