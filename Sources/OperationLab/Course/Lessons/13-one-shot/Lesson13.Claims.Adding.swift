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
    in: "own-ready-while-added",
    given: ticketWhileAdded + [
      .times(1, .announced, of: "photo"), .flags(.ready, at: .observed("photo")),
      .flags(.ready, not: .cancelled, at: .settled("photo")),
    ],
    expect: [.happens(.began("photo")), .place(nil, at: .settled("photo"))])

  static let mayRepeatReadiness = Claim(
    "C30f", "... and always hears once it has been added: announced again, it runs.", origin: .kit,
    expected: .everywhere(
      .confirmed, because: "The operation is in the queue by then, which asks it once more."),
    in: "own-ready-repeated",
    given: ticketWhileAdded + [
      .times(2, .announced, of: "photo"),
      .order(.observed("photo"), .announced("isReady", by: "photo").last),
    ],
    expect: [.happens(.began("photo")), .place(nil, at: .settled("photo"))])
}
