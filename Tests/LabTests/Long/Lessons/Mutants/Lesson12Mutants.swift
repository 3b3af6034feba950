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
      .trace(of: "cancel-at-work", "it finishes twice") { $0.inserting(.finished, of: "second") },
    ],
    "D02a": [
      .passing("cancel-marks", as: "finish-in-cancel"),
      .trace(of: "finish-in-cancel", "it never finished") { $0.removing(.finished, of: "second") },
      .trace(of: "finish-in-cancel", "cancel() is not called") { $0.removing(.cancelled) },
      .trace(of: "finish-in-cancel", "isFinished is not posted") { $0.removing(.announced) },
    ],
    "D02b": [
      .passing("finish-too-early", as: "cancel-marks-in-time"),
      .passing("cancel-marks-in-time", as: "finish-too-early"),
      .trace(of: "finish-too-early", "start() is not called") {
        $0.removing(.started, of: "second").removing(.settled, of: "second")
      },
    ],
    "D02d": [
      .passing("finish-in-cancel", as: "cancel-marks"),
      .trace(of: "cancel-marks", "the completion block runs twice") {
        $0.inserting(.completed, of: "second")
      },
      .trace(of: "cancel-at-work", "cancel() finishes nothing") {
        $0.movingToEnd(.finished, of: "second")
      },
    ],
    "C28c": [
      .trace(of: "cancelled", "it does its work") { $0.inserting(.began, of: "second") },
      .trace(of: "cancelled", "it stays in its queue") {
        $0.replacing(.settled, of: "second") { $0.set(.place(queue: "downloads")) }
      },
      .trace(of: "cancelled", "cancel() is not called") { $0.removing(.cancelled) },
    ],
    "C28b": [
      .trace(of: "cancelled", "cancel() takes it out of the queue") {
        $0.replacing(.settled, of: "second") { $0.set(.place(queue: nil)) }
      },
      .trace(of: "cancelled", "cancel() is not called") { $0.removing(.cancelled) },
      .trace(of: "cancelled", "cancel() itself finishes it") {
        $0.replacing(.settled, of: "second") { $0.state = [.ready, .finished, .cancelled] }
      },
      .trace(of: "cancelled", "it never leaves its queue") { $0.removing(.finished, of: "second") },
    ],
    "A13b": [
      .passing("cancelled", as: "own-is-cancelled"),
      .passing("own-is-cancelled", as: "cancelled"),
      .trace(of: "own-is-cancelled", "cancel() is not called") {
        $0.removing(.observed, of: "second")
      },
      .trace(of: "own-is-cancelled", "it does no work") { $0.removing(.began, of: "second") },
    ],
    "C28": [
      .passing("finish-in-cancel", as: "cancelled"),
      .trace(of: "cancelled", "start() is called on the thread that cancelled it") {
        $0.replacing(.started, of: "second") { $0.thread = "main" }
      },
      .trace(of: "cancelled", "cancel() is not called") { $0.removing(.cancelled) },
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
      .trace(of: "silent", "no state was read at the end") { $0.removing(.settled) },
    ],
  ]
}
