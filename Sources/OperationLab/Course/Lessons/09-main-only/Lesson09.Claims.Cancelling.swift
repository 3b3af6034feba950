import OperationLab
import OperationDownloads
import OperationTesting

// The claims of lesson 9 about code that is running when somebody calls cancel().
extension Lesson09 {
  static let cancelIsAFlag = Claim(
    "A13", "cancel() only sets a flag: running code goes on until it looks at isCancelled.",
    origin: .article(
      .a,
      passage: .init(
        "设置cancelled属性为YES仅仅标记cancelled属性,不退出任务",
        "setting cancelled to YES only marks the property; it does not leave the task",
        at: 83)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancel),
      because: "Nothing can stop a thread from outside safely; so nobody but the code itself does."),
    mutants: [
      .passing("looks-at-cancel", as: "ignores-cancel"),
      .trace(of: "ignores-cancel", "cancel() comes after the last step") {
        $0.movingToEnd(.cancelled, of: "loop")
      },
      .trace(of: "ignores-cancel", "the flag is not set") {
        $0.replacing(.noted, of: "loop") { $0.state.remove(.cancelled) }
      },
      .trace(of: "ignores-cancel", "nobody cancels") { $0.removing(.cancelled) },
    ]
  ) { runs in
    let loops = try Loops(runs["ignores-cancel"])
    let later = loops.steps.filter { $0.seq > loops.cancelled.seq }
    return .confirmed(
      if: loops.steps.map(\.note) == loops.whole.map(\.note)
        && later.allSatisfy { $0.state.contains(.cancelled) },
      """
      \(later.map(\.note).joined(separator: " and ")) ran with isCancelled true, as in the one \
      that nobody cancelled
      """,
      otherwise: """
        \(loops.steps.count) steps ran; in the one that nobody cancelled, \(loops.whole.count)
        """, loops.evidence)
  }

  static let lookingStops = Claim(
    "C24",
    "A body that polls isCancelled stops early once cancelled, and the operation still finishes.",
    origin: .article(
      .c,
      passage: .init(
        "可以在執(zhí)行任務(wù)的代碼里加上isCancelled的判斷來(lái)退出執(zhí)行的任務(wù)",
        "one can ask isCancelled in the code of the task, to leave a task that runs",
        at: 408)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.cancelAll),
      because: "Returning from main() is all it takes: start() reports finished, as after success."),
    mutants: [
      .passing("ignores-cancel", as: "looks-at-cancel"),
      .trace(of: "looks-at-cancel", "it never finishes") {
        $0.replacing(.settled, of: "loop") { $0.state.remove(.finished) }
      },
      .trace(of: "looks-at-cancel", "it stays in its queue") {
        $0.replacing(.settled, of: "loop") { $0.note = "in loops" }
      },
      .trace(of: "looks-at-cancel", "nobody looked in the end") { $0.removing(.settled) },
      .trace(of: "looks-at-cancel", "the other, which nobody cancels, stops as well") {
        $0.removing(.noted, of: "left alone")
      },
    ]
  ) { runs in
    let run = try runs["looks-at-cancel"]
    let loops = try Loops(run)
    let end = try run.last(.settled, of: "loop")
    if loops.steps.count < loops.whole.count {
      let look = try run.first(.observed, of: "loop", note: "isCancelled, and leaves")
      try run.require(
        loops.cancelled.seq < look.seq && look.seq < loops.ended.seq
          && look.state.contains(.cancelled),
        "loop left because it saw isCancelled")
    }
    return .confirmed(
      if: loops.steps.count < loops.whole.count
        && loops.steps.map(\.note) == loops.whole.prefix(loops.steps.count).map(\.note)
        && end.state == [.ready, .finished, .cancelled] && end.note == "in no queue",
      """
      it stopped after \(loops.steps.count) of \(loops.whole.count) steps, was finished, and left \
      its queue
      """,
      otherwise: "\(loops.steps.count) steps ran; it was \(end.state), \(end.note)",
      loops.evidence + [end])
  }

  /// What became of a body that was cancelled after its first step, and of another of the same
  /// class that was left alone: without this one nobody knows how far the body would have gone.
  private struct Loops {
    let cancelled: Evidence
    let steps: [Evidence]
    let whole: [Evidence]
    let ended: Evidence

    init(_ run: Run) throws {
      try run.enqueued(together: ["loop", "left alone"], in: "loops")
      cancelled = try run.first(.cancelled, of: "loop")
      ended = try run.first(.ended, of: "loop")
      steps = run.all(.noted, of: "loop")
      whole = run.all(.noted, of: "left alone")
      let begun = try run.first(.began, of: "loop")
      try run.require(
        begun.state == [.ready, .executing] && cancelled.state == [.ready, .executing, .cancelled]
          && cancelled.thread != begun.thread,
        "loop was cancelled from another thread while it was executing")
      try run.require(
        steps.contains { $0.seq < cancelled.seq } && cancelled.seq < ended.seq,
        "loop was cancelled after its first step")
      let other = try run.last(.settled, of: "left alone")
      try run.require(
        other.state == [.ready, .finished]
          && whole.count > steps.count { $0.seq < cancelled.seq },
        "the body goes on after that when nobody cancels it")
    }

    var evidence: [Evidence] {
      (steps + [cancelled, ended]).sorted { $0.seq < $1.seq } + whole
    }
  }
}
