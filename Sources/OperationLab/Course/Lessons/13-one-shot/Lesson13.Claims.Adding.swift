import OperationLab
import OperationDownloads
import OperationTesting

// What becomes of a readiness that is announced while an operation is added to its queue.
extension Lesson13 {
  static let hearsWhileAdding = Claim(
    "C30e", "... which the queue hears also while the operation is being added to it.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux addOperation(_:) asks isReady and keeps the answer, whatever was announced since it \
        was given. The newer word is lost, and nobody asks again.
        """),
    mutants: [
      .passing("own-ready-repeated", as: "own-ready-while-added"),
      .trace(of: "own-ready-while-added", "its queue starts it") {
        $0.inserting(.began, of: "photo").replacing(.settled) {
          $0.state.insert(.finished)
          $0.note = "in no queue"
        }
      },
      .trace(of: "own-ready-while-added", "its ticket came when it had been added") {
        $0.movingToFront(.observed, of: "photo")
      },
      .trace(of: "own-ready-while-added", "its ticket came before it was asked") {
        $0.movingToFront(.announced, of: "photo")
      },
      .trace(of: "own-ready-while-added", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["own-ready-while-added"]
    let (scene, added) = try ticketMeanwhile(in: run)
    try run.require(
      run.all(.announced, of: "photo").count == 1, "photo announced its ticket a single time")
    let body = try run.occurrence(of: .began, of: "photo")
    let end = try run.last(.settled, of: "photo")
    try run.require(
      !body.isNever
        || added.state == [.ready] && end.state == [.ready] && end.note == "in downloads",
      "photo was ready, and in its queue")
    return .confirmed(
      if: !body.isNever && end.note == "in no queue", "its queue heard it, and started it",
      otherwise: "it was ready, it had said so, and its queue never started it",
      scene + [body.evidence, end])
  }

  static let mayRepeatReadiness = Claim(
    "C30f", "... and always hears once it has been added: announced again, it runs.", origin: .kit,
    expected: .everywhere(
      .confirmed, because: "The operation is in the queue by then, which asks it once more."),
    mutants: [
      .passing("own-ready-while-added", as: "own-ready-repeated"),
      .trace(of: "own-ready-repeated", "it does not run") {
        $0.removing(.began).replacing(.settled) {
          $0.state.remove(.finished)
          $0.note = "in downloads"
        }
      },
      .trace(of: "own-ready-repeated", "it repeated that before it had been added") {
        $0.movingToEnd(.observed, of: "photo")
      },
      .trace(of: "own-ready-repeated", "it was not asked") { $0.removing(.noted, of: "photo") },
    ]
  ) { runs in
    let run = try runs["own-ready-repeated"]
    let (scene, added) = try ticketMeanwhile(in: run)
    let words = run.all(.announced, of: "photo").filter { $0.note == "isReady" }
    try run.require(
      words.count == 2 && added.seq < words[1].seq,
      "photo announced its ticket again when it had been added")
    let body = try run.occurrence(of: .began, of: "photo")
    let end = try run.last(.settled, of: "photo")
    return .confirmed(
      if: !body.isNever && end.note == "in no queue", "its queue started it",
      otherwise: "its queue did not start it", scene + [words[1], body.evidence, end])
  }

  /// How `photo` got its ticket, and announced it, on another thread: while the call that added it
  /// asked whether it was ready.
  private static func ticketMeanwhile(in run: Run) throws -> (scene: [Evidence], added: Evidence) {
    let put = try run.enqueued("photo", in: "downloads", isSuspended: false, dependencies: [])
    let asked = try run.first(.noted, of: "photo", note: asked)
    let told = try run.announced("isReady", by: "photo")
    let added = try run.first(.observed, of: "photo", note: added)
    try run.require(
      put.state == [] && put.seq < asked.seq && asked.seq < told.seq && told.seq < added.seq
        && put.thread == asked.thread && told.thread != asked.thread,
      "photo announced its ticket on another thread while it was asked, and was being added")
    return ([put, asked, told, added], added)
  }
}
