import Foundation
@_spi(Course) import OperationBench

/// Exercises of lesson 2: cancelled is not finished.
public enum Exercise02 {
  /// The scenes for the learner's `giveUp`.
  public static let upload = Scenes<Operation, Void>(
    World.all([.hasDependency], [.cancelledBefore]).map { world in
      .init(world) { bench, giveUp in
        // A learner may put it there.
        _ = bench.mainQueue()
        let upload = bench.watch(Upload(bench))
        if world.has(.hasDependency) { upload.addDependency(bench.block("scan")) }
        if world.has(.cancelledBefore) { upload.cancel() }
        bench.calling("giveUp") { giveUp(upload) }
        bench.observe(upload)
        bench.settle()
      }
    })

  private static let direct: Event.Mark = "main() is called, and not by start()"

  /// Its `start()` returns only when nothing else can happen: another thread that calls it is late.
  private final class Upload: TracedOperation, @unchecked Sendable {
    private let isLast: Gate

    init(_ bench: Bench) {
      isLast = bench.gate("nothing else can happen", isTraced: false)
      super.init(bench.log("upload"))
    }

    override func start() {
      log.duringStart(of: self) {
        _ = isLast.waitUnlessQuiet()
        super.start()
      }
    }

    override func main() {
      // start() would have set it.
      if !isExecuting { log(direct) }
      log.during {}
    }

    override func cancel() {
      log(.cancelled, self)
      super.cancel()
    }
  }

  static let waiting = Exercise(
    2, .mend, "Give up an operation, and go on", upload, at: "Exercise02.upload",
    call: "{ giveUp($0) }", mistake: "comes-back",
    requirements: [
      Requirement(
        "through-start", throughStart, in: "undisturbed", "has-dependency",
        otherwise: "giveUp returns, but the operation has done its work: main() was called "
          + "directly. Only start() asks isCancelled. It skips the work and finishes the operation."
      ),
      Requirement(
        "no-work", "the operation does none of its work",
        otherwise:
          "The operation has done its work: it was started without being cancelled before.",
        in: "undisturbed", "has-dependency", expect: [.never(.began("upload"))]),
      Requirement(
        "comes-back", comesBack, in: "undisturbed", "has-dependency",
        otherwise: "giveUp never returns: cancel() marks the operation and finishes nothing, and "
          + "the operation is never started."
      ).says(
        "giveUp never returns, although the operation was started. For what does it wait?",
        if: .happens(.started("upload"))),
      Requirement(
        "finishes", isFinished, in: "undisturbed", "has-dependency",
        otherwise: "giveUp returns, but the operation is not finished at that moment."),
    ], view: { _ in [comesBack, .begins("upload"), throughStart, isFinished] })

  private static let comesBack = Look.isSo(
    "giveUp returns", "giveUp never returns", .comes(.returned(from: "giveUp")))
  private static let throughStart = Look.isSo(
    "only start() calls main()", "main() is called, and not by start()",
    .unmarked(direct, by: "upload", at: .returned(from: "giveUp")))
  private static let isFinished = Look.isSo(
    "the operation is finished when giveUp returns",
    "the operation is not finished when giveUp returns",
    .flags(.finished, at: .observed("upload")))
}
