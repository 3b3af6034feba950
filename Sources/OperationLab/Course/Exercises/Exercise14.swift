import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 14: every way out must say that it is finished.
public enum Exercise14 {
  /// An address, which may be missing, and the work.
  public typealias Order = (address: String?, begin: SceneTools.Begin)

  /// The scenes for the learner's `Download`: with an address, and without.
  public static let download = Scenes<Order, Operation>.world(
    worlds: World.all([.cancelledInLine, .noAddress], [.endsAtOnce])
  ) { ($1.address, $1.begin) }

  static let exits = Exercise(
    14, .mend, "Finish on every way out", download, at: "Exercise14.download",
    call: "{ Download(address: $0.address, begin: $0.begin) }", mistake: "no-address",
    requirements: [
      .works(otherwise: "With an address, Download does not call begin exactly once any more."),
      .notEarly(
        otherwise: "Now every way out of start() finishes it, also the one that is no end: the "
          + "transfer has only begun."),
      .reports(otherwise: "With an address, it is not finished when its transfer has ended."),
      .announces(otherwise: "With an address, its queue gets no notification of the end."),
      Requirement(
        "no-address", "without an address, it is finished and its slot is free",
        otherwise:
          "Without an address its start() returns, and the operation is never finished: the "
          + "next one never starts.",
        in: "no-address", given: [.added("download", to: "downloads", width: 1)],
        expect: .freesItsSlot),
      .leaves(
        otherwise:
          "Without an address it ends now. But cancelled in line it returns without finishing: "
          + "there is another way out of start()."),
      .noWork(otherwise: "It ends on every way now, but cancelled in line it does its work."),
      Requirement(
        "no-transfer", "without an address, no transfer begins",
        otherwise: "It ends on every way now, but without an address it begins a transfer.",
        in: "no-address", given: [.added("download", to: "downloads", width: 1)],
        expect: [.never(.began("transfer"), until: .settled("download"))]),
      .endsAtOnce(),
    ], rules: ["starts-fresh", "no-finish-before-start", "finish-is-announced"],
    make: "Download(address: \"picture.ppm\", begin: probe.begin)", view: Look.life)

  /// The transfer, and what to do with what it has loaded.
  public typealias Decoding = (connect: SceneTools.Connect, decode: SceneTools.Work)

  /// The scenes for the learner's `Load` with a decoder.
  public static let decoding = Scenes<Decoding, Operation>.world(
    worlds: World.all([.cancelledInLine], [.fails]), of: withDecoder)

  private static let withDecoder: Scenes<Decoding, Operation>.Scene.Give = { bench, transfer in
    (transfer.connect, bench.work("decode"))
  }

  static let arranged = Exercise(
    14, place: 0, .arrange, "Each way out of start() and of its closure", decoding,
    at: "Exercise14.decoding",
    call: "{ Load(connect: $0.connect, decode: $0.decode) }", mistake: "ends-failed",
    requirements: [
      .works(otherwise: "Load does not call connect exactly once any more."),
      .notEarly(otherwise: "It is finished when start() returns: the transfer has only begun."),
      .reports(otherwise: "It is not finished when its transfer has ended well."),
      .announces(otherwise: "Its queue gets no notification of the end any more."),
      failed(
        otherwise:
          "The transfer fails, and the closure returns before the line that finishes it. A "
          + "defer concerns only the ways out below it."),
      Requirement(
        "decodes", "it decodes what was loaded, and nothing if the transfer has failed",
        otherwise: "It finishes on every way out of the closure now. But decode is called although "
          + "the transfer has failed, or not although it went well.",
        [
          Scenario(
            "fails", given: [.happens(.ended("transfer"))], expect: [.count(0, of: "decode")]),
          Scenario(
            "undisturbed", given: [.happens(.ended("transfer"))],
            expect: [.count(1, .began, of: "decode")]),
        ]),
      .leaves(otherwise: "If it is cancelled while it waits in the queue, it is never finished."),
      .noWork(
        otherwise: "The closure is right. But start() begins a transfer although the operation was "
          + "cancelled in the queue: the check comes too late."),
    ], rules: ["starts-fresh"],
    make: "Load(connect: { done in\n  probe.begin { done(true) }\n  return {}\n}, decode: {})",
    keepsLines: true, view: { Look.life($0) + [.begins("decode")] })

  private static func failed(otherwise message: String) -> Requirement {
    Requirement(
      "ends-failed", "it is finished when the transfer fails", otherwise: message, in: "fails",
      given: [.fact(.mark(StagedTransfer.failed), at: .ended("transfer"))], expect: .freesItsSlot)
  }

  /// The scenes for the learner's `Load`: the transfer goes well, and it fails.
  public static let load = Scenes<SceneTools.Connect, Operation>.world(
    worlds: World.all([.endsAtOnce], [.fails])
  ) { $1.connect }

  static let failure = Exercise(
    14, place: 2, .mend, "Finish after an error", load, at: "Exercise14.load",
    call: "{ Load(connect: $0) }", mistake: "ends-failed",
    requirements: [
      Requirement(
        "ends-well", "it is finished when the transfer goes well",
        otherwise: "A transfer that goes well does not end it any more.",
        in: "undisturbed", given: [.happens(.ended("transfer"))], expect: .freesItsSlot),
      Requirement(
        "not-early", "it is not finished while the transfer is under way",
        otherwise: "It ends in every case now, but before the transfer does.",
        in: "undisturbed", "fails",
        expect: [.flags(not: .finished, at: .settled("download", after: .began("transfer")))]),
      failed(
        otherwise: "The transfer fails, and the queue gets no notification that the operation is "
          + "finished: does every way out of the closure finish it?"),
      .endsAtOnce(in: "connect"),
    ], rules: ["starts-fresh", "no-finish-before-start", "cancel-before-start"],
    make: "Load(connect: { done in\n  probe.begin { done(true) }\n  return {}\n})",
    view: Look.life)
}
