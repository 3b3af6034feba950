import Foundation
@_spi(Course) import OperationBench

/// Exercises of lesson 2: cancelled is not finished.
public enum Exercise02 {
  /// The scenes for the learner's `giveUp`.
  public static let upload = Scenes<Operation, Void>(
    .init("give-up") { bench, giveUp in act(bench, giveUp) },
    .init("with-dependency") { bench, giveUp in
      act(bench, giveUp) { $0.addDependency(bench.block("scan")) }
    })

  private static func act(
    _ bench: Bench, _ giveUp: (Operation) -> Void, preparing: (Operation) -> Void = { _ in }
  ) {
    // A learner may put it there.
    _ = bench.mainQueue()
    let upload = bench.watch(Upload(bench))
    preparing(upload)
    bench.calling("giveUp") { giveUp(upload) }
    bench.observe(upload)
    bench.settle()
  }

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
        "through-start", "only start() calls main()",
        otherwise: "giveUp returns, but the operation has done its work: main() was called "
          + "directly. Only start() asks isCancelled. It skips the work and finishes the operation.",
        in: "give-up", "with-dependency",
        expect: [.unmarked(direct, by: "upload", at: .returned(from: "giveUp"))]),
      Requirement(
        "no-work", "the operation does none of its work",
        otherwise:
          "The operation has done its work: it was started without being cancelled before.",
        in: "give-up", "with-dependency", expect: [.never(.began("upload"))]),
      Requirement(
        "comes-back", "giveUp returns",
        otherwise: "giveUp never returns: cancel() marks the operation and finishes nothing, and "
          + "the operation is never started.",
        in: "give-up", "with-dependency", expect: [.comes(.returned(from: "giveUp"))]
      ).says(
        "giveUp never returns, although the operation was started. For what does it wait?",
        if: .happens(.started("upload"))),
      Requirement(
        "finishes", "the operation is finished when giveUp returns",
        otherwise: "giveUp returns, but the operation is not finished at that moment.",
        in: "give-up", "with-dependency", expect: [.flags(.finished, at: .observed("upload"))]),
    ])
}
