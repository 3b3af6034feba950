import OperationLab
import OperationDownloads
import OperationTesting

// The claims of lesson 9 about code that is running when somebody calls cancel().
extension Lesson09 {
  static let cancelIsAFlag = Claim(
    "A13", "cancel() only sets a flag: running code goes on until it looks at isCancelled.",
    origin: .article(
      .a,
      passage: .init(
        "设置cancelled属性为YES仅仅标记cancelled属性,不退出任务",
        "setting cancelled to YES only marks the property; it does not leave the task",
        at: 83)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.cancel),
      because: "Nothing can stop a thread from outside safely; so nobody but the code itself does."),
    in: "ignores-cancel", given: cancelledAfterStepOne,
    expect: [
      .all(
        "loop went on with isCancelled true",
        .happens(.marked(step(2), by: "loop"), .marked(step(3), by: "loop")),
        .flags(.cancelled, at: .marked(step(2), by: "loop")),
        .flags(.cancelled, at: .marked(step(3), by: "loop")))
    ])

  static let lookingStops = Claim(
    "C24",
    "A body that polls isCancelled stops early once cancelled, and the operation still finishes.",
    origin: .article(
      .c,
      passage: .init(
        "可以在執(zhí)行任務(wù)的代碼里加上isCancelled的判斷來(lái)退出執(zhí)行的任務(wù)",
        "one can ask isCancelled in the code of the task, to leave a task that runs",
        at: 408)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.cancelAll),
      because: "Returning from main() is all it takes: start() reports finished, as after success."),
    in: "looks-at-cancel", given: cancelledAfterStepOne,
    expect: [
      .all(
        "loop left before its second step",
        .never(.marked(step(2), by: "loop")),
        .order(.cancelled("loop"), .observed("loop"), .ended("loop")),
        .flags(.cancelled, at: .observed("loop"))),
      .state([.ready, .finished, .cancelled], at: .settled("loop")),
      .place(nil, at: .settled("loop")),
    ])
}
