import OperationDownloads
import OperationTesting

// What a direct call of main() leaves out.
extension Lesson09 {
  static let callingMainIsEnough = Claim(
    "A12d", "A non-concurrent operation needs no more than a direct call of its main().",
    origin: .article(
      .a,
      passage: .init(
        "在官方文档中指出,非并发任务,直接调用main方法即可",
        """
        The official documentation points out that a non-concurrent task needs no more \
        than a direct call of the main method
        """,
        at: 494)),
    expected: .everywhere(
      .refuted,
      because: """
        The call does the work, and only that. A cancelled operation does it as well, and one that \
        is over for its caller is never finished for those who wait. start() looks and reports.
        """),
    in: "main-cancelled",
    given: [
      .state([.ready, .cancelled], at: .observed("called")),
      .state([.ready, .cancelled], at: .observed("started")),
      .ifEver(.began("called"), .order(.observed("called"), .began("called"))),
      .never(.enqueued, of: ["called", "started"]),
      .never(.began("started")), .flags(.finished, at: .settled("started")),
    ],
    // A call of start() skips the work and finishes the operation. main() must do neither to refute.
    expect: [.any(.never(.began("called")), .flags(.finished, at: .settled("called")))])
}
