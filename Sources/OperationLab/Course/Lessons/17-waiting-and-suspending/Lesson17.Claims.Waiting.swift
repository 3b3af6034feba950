import OperationLab
import OperationDownloads
import OperationTesting

// Calls that block until operations have finished.
extension Lesson17 {
  static let addingBlocks = Claim(
    "A18a",
    """
    addOperations(_:waitUntilFinished: true) blocks the calling thread until all the operations have \
    finished.
    """,
    origin: .article(
      .a,
      passage: .init(
        "是否等待任务完成,如果YES,则阻塞当前线程直到所有任务完成",
        """
        whether to wait until the tasks are done. If YES, the current thread is blocked until all \
        tasks are done
        """,
        at: 200)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addOperations),
      because: "It waits for one operation after the other until each has finished."),
    in: "add-and-wait",
    given: callerWaits(for: .operations(["op1", "op2"])),
    expect: [.order(.ended("op1"), .ended("caller")), .order(.ended("op2"), .ended("caller"))])

  static let waitingBlocks = Claim(
    "A18b",
    """
    waitUntilAllOperationsAreFinished() blocks the calling thread until all operations in the queue \
    have finished.
    """,
    origin: .article(
      .a,
      passage: .init(
        "阻塞当前线程直到所有任务完成- (void)waitUntilAllOperationsAreFinished",
        "blocks the current thread until all tasks are done",
        at: 238)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilAll),
      because: "It waits for everything in the queue, also for operations added meanwhile."),
    in: "wait-until-all",
    given: callerWaits(for: .queue("downloads")),
    expect: [.order(.ended("op1"), .ended("caller")), .order(.ended("op2"), .ended("caller"))])

  static let insideDeadlocks = Claim(
    "A18c", "An operation that waits until its own queue is empty hangs.", origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilAll),
      because:
        "The queue is empty when the operation has finished, and it finishes when it is empty."),
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
    "A18d", "An operation that waits for another one hangs if that one needs its slot.",
    origin: .documentation(page: ApplePage.waitUntilFinished),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.waitUntilFinished),
      because: "The body keeps its slot while it waits, and a queue of width 1 has no other."),
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
    """
    An operation that depends on another one in its queue, instead of waiting for it, runs after it.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because:
        "It is not ready until the other has finished. Until then it has no slot and no thread."),
    in: "dependency-instead",
    given: addedFirst("tidy up", dependingOn: "op1", to: "downloads") + [.noThreadWaits],
    expect: runsAfter("op1", "tidy up"))
}
