import OperationCourse
import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson12: [String: [Mutant]] = [
    "D02e": [
      .passing("cancel-marks", as: "cancel-at-work"),
      .passing("cancel-marks-in-time", as: "cancel-at-work"),
      .trace(of: "cancel-at-work", "third starts when second's work has ended") {
        $0.movingToEnd(.started, of: "third")
      },
      .trace(of: "cancel-at-work", "it ends twice") { $0.inserting(.finished, of: "second") },
    ],
    "D02a": [
      .passing("cancel-marks", as: "finish-in-cancel"),
      .trace(of: "finish-in-cancel", "it never finished") { $0.removing(.finished, of: "second") },
      .trace(of: "finish-in-cancel", "nobody cancelled it") { $0.removing(.cancelled) },
      .trace(of: "finish-in-cancel", "the end is not announced") { $0.removing(.announced) },
    ],
    "D02b": [
      .passing("cancel-marks-in-time", as: "finish-too-early"),
      .trace(of: "finish-too-early", "start() is not called") {
        $0.removing(.started, of: "second").removing(.settled, of: "second")
      },
    ],
    "D02c": [
      .passing("finish-too-early", as: "inherited-start"),
      .passing("cancel-marks-in-time", as: "inherited-start"),
      .run(of: "inherited-start", "it trapped for another reason") {
        $0.detail.output = "Fatal error: out of memory"
      },
    ],
    "D02d": [
      .passing("finish-in-cancel", as: "cancel-marks"),
      .passing("finish-too-early", as: "cancel-marks-in-time"),
      .trace(of: "cancel-marks", "the completion block runs twice") {
        $0.inserting(.completed, of: "second")
      },
      .trace(of: "cancel-at-work", "cancel() finishes nothing") {
        $0.movingToEnd(.finished, of: "second")
      },
    ],
    "C28b": [
      .trace(of: "cancelled", "cancel() takes it out of the queue") {
        $0.replacing(.settled, of: "second") { $0.set(.place(queue: nil)) }
      },
      .trace(of: "cancelled", "nobody cancels it") { $0.removing(.cancelled) },
      .trace(of: "cancelled", "cancel() itself finishes it") {
        $0.replacing(.settled, of: "second") { $0.state = [.ready, .finished, .cancelled] }
      },
      .trace(of: "cancelled", "it never leaves its queue") { $0.removing(.finished, of: "second") },
    ],
    "A13b": [
      .passing("cancelled", as: "own-is-cancelled"),
      .passing("own-is-cancelled", as: "cancelled"),
      .trace(of: "own-is-cancelled", "nobody cancelled it") {
        $0.removing(.observed, of: "second")
      },
      .trace(of: "own-is-cancelled", "it does no work") { $0.removing(.began, of: "second") },
    ],
    "C28": [
      .passing("finish-in-cancel", as: "cancelled"),
      .trace(of: "cancelled", "start() is called on the thread that cancelled it") {
        $0.replacing(.started, of: "second") { $0.thread = "main" }
      },
      .trace(of: "cancelled", "nobody cancels it") { $0.removing(.cancelled) },
      .trace(of: "cancelled", "the width is two") {
        $0.replacing(.enqueued) { $0.enqueueing = .init(queue: "downloads", width: 2) }
      },
      .trace(of: "cancelled", "cancel() takes it out of the queue") {
        $0.replacing(.settled, of: "second") { $0.set(.place(queue: nil)) }
      },
    ],
    "C29": [
      .passing("cancelled", as: "silent"),
      .passing("silent", as: "cancelled"),
      .trace(of: "silent", "nobody looked in the end") { $0.removing(.settled) },
    ],
  ]
}
