import OperationDownloads
import OperationBench

// Calls that block until operations have finished.
extension Lesson17 {
  static let addingBlocks = Claim(
    "A18a", in: "add-and-wait",
    given: callerWaits(for: .operations(["op1", "op2"])),
    expect: [.order(.ended("op1"), .ended("caller")), .order(.ended("op2"), .ended("caller"))])

  static let addingDoesNotBlock = Claim(
    "A18k", in: "wait-until-all",
    given: [.added(["op1", "op2"], to: "downloads", slots: 2)],
    expect: [
      .each(["op1", "op2"]) { [.order(.waits("caller", for: .queue("downloads")), .ended($0))] }
    ])

  static let waitingBlocks = Claim(
    "A18b", in: "wait-until-all",
    given: callerWaits(for: .queue("downloads")),
    expect: [.order(.ended("op1"), .ended("caller")), .order(.ended("op2"), .ended("caller"))])

  static let insideDeadlocks = Claim(
    "A18c", in: "wait-inside",
    given: [
      .added(["tidy up", "op1"], to: "downloads"),
      .happens(.waits("tidy up", for: .queue("downloads")), .ended("op1")),
    ],
    expect: [
      .never(.ended("tidy up")),
      .stuck("tidy up", .blocksItself, waitsFor: []),
    ])

  static let neighbourDeadlocks = Claim(
    "A18d", in: "wait-for-neighbour",
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
    "A18h", in: "dependency-instead",
    given: addedFirst("tidy up", dependingOn: "op1", to: "downloads") + [.noThreadWaits],
    expect: runsAfter("op1", "tidy up"))
}
