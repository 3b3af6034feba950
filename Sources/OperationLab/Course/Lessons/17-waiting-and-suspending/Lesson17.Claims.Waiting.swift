import OperationLab
import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of calls that block until operations have finished.
extension Lesson17 {
  static let addingBlocks = Claim(
    "A18a",
    "addOperations(_:waitUntilFinished: true) blocks the caller until all have finished.",
    origin: .article(
      .a,
      passage: .init(
        "是否等待任务完成,如果YES,则阻塞当前线程直到所有任务完成",
        """
        whether to wait for the end of the tasks; if YES, the current thread is blocked \
        until all tasks are done
        """,
        at: 200)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addOperations),
      because: "It waits for one after the other, asleep until each reports its end."),
    in: "add-and-wait",
    given: callerWaits(for: .operations(["op1", "op2"])),
    expect: [.order(.ended("op1"), .ended("caller")), .order(.ended("op2"), .ended("caller"))])

  static let waitingBlocks = Claim(
    "A18b", "... and so does waitUntilAllOperationsAreFinished().",
    origin: .article(
      .a,
      passage: .init(
        "阻塞当前线程直到所有任务完成- (void)waitUntilAllOperationsAreFinished",
        "blocks the current thread until all tasks are done",
        at: 238)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilAll),
      because: "It waits for all that the queue holds, also for what others add meanwhile."),
    in: "wait-until-all",
    given: callerWaits(for: .queue("downloads")),
    expect: [.order(.ended("op1"), .ended("caller")), .order(.ended("op2"), .ended("caller"))])

  static let insideDeadlocks = Claim(
    "A18c", "An operation that waits for its own queue to be empty waits for ever.", origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilAll),
      because: "The queue is empty when it has ended, and it ends when it is empty."),
    in: "wait-inside",
    given: [
      .added(["tidy up", "op1"], to: "downloads"),
      .happens(.waits("tidy up", for: .queue("downloads")), .ended("op1")),
    ],
    expect: [
      .never(.ended("tidy up")),
      .stuck("tidy up", .blocksItself, waitsFor: []),
    ])

  static let neighbourDeadlocks = Claim(
    "A18d", "... and so does one that waits for another which needs its slot.",
    origin: .documentation(page: ApplePage.waitUntilFinished),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilFinished),
      because: "A body that waits keeps its slot, and in a queue of width 1 that is the only one."),
    in: "wait-for-neighbour",
    given: [
      .added(["resize", "download"], to: "images", width: 1),
      .happens(.waits("resize", for: .operation("download"))),
    ],
    expect: [
      .never(.ended("resize")),
      .stuck("resize", .blocksItself, waitsFor: ["download"]),
      .stuck("download", .noFreeSlot, waitsFor: ["resize"]),
    ])

  static let dependencyInstead = Claim(
    "A18h",
    "An operation that depends on another of its queue, instead of waiting for it, comes after it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Until the other has finished it is not ready. It has no slot then, and no thread."),
    in: "dependency-instead",
    given: addedFirst("tidy up", dependingOn: "op1", to: "downloads") + [.noThreadWaits],
    expect: runsAfter("op1", "tidy up"))

  static let dependencyNeedsNoSlot = Claim(
    "A18i", "... also when there is one slot, and it was put in first.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "What is not ready takes no slot, so the only one is free for its dependency."),
    in: "neighbour-first",
    given: addedFirst("resize", dependingOn: "download", to: "images", width: 1) + [.noThreadWaits],
    expect: runsAfter("download", "resize"))
}
