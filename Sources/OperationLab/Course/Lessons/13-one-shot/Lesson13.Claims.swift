import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson13 {
  static let startsOnce = Claim(
    "B01a", "A second start() after the end does not run the work again.",
    origin: .article(
      .c,
      passage: .init(
        "如果NSOperation已經(jīng)取消了或者已經(jīng)完成了,這個(gè)方法會(huì)直接返回",
        "if the NSOperation was cancelled or is finished already, this method returns at once",
        at: 72)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: """
        start() sees that the operation is finished and returns, without a word. That is no way \
        to run work again, and nothing tells you so.
        """),
    in: "start-again",
    given: [
      .times(2, .started, of: "photo"),
      .order(.started("photo"), .ended("photo"), .started("photo").last),
      .flags(.finished, at: .started("photo").last), .flags(.finished, at: .settled("photo")),
    ],
    expect: [.times(1, .began, of: "photo"), .ends(.completes)])

  static let newOperation = Claim(
    "B01c", "To run the work again, make a new operation.",
    origin: .article(
      .b,
      passage: .init(
        "注意每次不论开始还是重启新建一个TaskOperation就可以了",
        "note: each time, whether to start or to start again, a new TaskOperation does it",
        at: 865)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "It has a state of its own; the old one's says for ever that it is over."),
    in: "right-way",
    given: [
      .order(.began("photo"), .added("photo again"), .ended("photo")),
      .added(["crop", "stamp"], to: "downloads", isSuspended: true, dependencies: ["photo"]),
      .each(allOnce) { [.order(.added($0), .started($0))] },
    ],
    expect: [
      .each(allOnce) {
        [
          .times(1, .started, of: $0), .times(1, .began, of: $0),
          .flags(.finished, at: .settled($0)), .place(nil, at: .settled($0)),
        ]
      },
      .order(.ended("photo"), .began("crop")), .order(.ended("photo"), .began("stamp")),
    ])

  static let ownStartUnchecked = Claim(
    "C31d",
    "... but nobody checks when the subclass has a start() of its own: the work begins twice.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The check is in Operation's start(), which such a subclass replaces and must not call. \
        Nobody notices the second start, and the work begins twice.
        """),
    in: "own-start", given: startedByHandAndQueue,
    expect: [.times(2, .began, of: "upload"), .ends(.completes)])

  static let checkedStartOnce = Claim(
    "C31e", "... unless its start() checks for itself: then only the first one counts.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: "It asks under its lock whether it has been started, and remembers it."),
    in: "checked-start", given: startedByHandAndQueue,
    expect: [
      .times(1, .began, of: "upload"), .order(.began("upload"), .resumed("uploads")),
      .order(.started("upload").last, .announced("isFinished", by: "upload")),
      .flags(.finished, at: .settled("upload")), .place(nil, at: .settled("upload")),
    ])
}
