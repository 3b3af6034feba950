import OperationLab
import OperationTesting

// The premises, and what several claims expect.
extension Lesson01 {
  /// The second time that the program reads the operation's state: after its call.
  static func afterCall(_ name: String) -> Trace.Moment { .observed(name).last }

  /// The program calls `start()` or `main()` of an operation that is in no queue and was neither
  /// started nor cancelled. It reads the state before and after, on one thread.
  static func calledByHand(_ name: String) -> [Trace.Condition] {
    [
      .never(.added(name)),
      .flags(not: [.executing, .finished, .cancelled], at: .observed(name)),
      .order(.observed(name), afterCall(name)), .sameThread(.observed(name), afterCall(name)),
    ]
  }

  /// The program itself calls `start()` of such an operation.
  static func startedByHand(_ name: String) -> [Trace.Condition] {
    calledByHand(name) + [
      .order(.observed(name), .started(name), afterCall(name)),
      .sameThread(.observed(name), .started(name), afterCall(name)),
    ]
  }

  /// The work begins and ends during the call, on the caller's thread.
  static func runsWithinCall(_ name: String) -> [Trace.Condition] {
    [
      .order(.observed(name), .began(name), .ended(name), afterCall(name)),
      .sameThread(.observed(name), .began(name), .ended(name), afterCall(name)),
    ]
  }
}

extension Lesson01 {
  static let startIsSynchronous = Claim(
    "C01", "start() alone runs the work synchronously on the thread that called it.",
    origin: .article(
      .c,
      passage: .init(
        "如果使用start方法來開啟一個任務,默認是同步的",
        "if a task is begun with start, it is synchronous by default",
        at: 60)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "start() is an ordinary method. It calls main() and returns when main() does."),
    in: "by-hand",
    given: startedByHand("here") + startedByHand("there") + [
      .onMain(.started("here")), .onMain(.started("there"), false),
    ],
    expect: [
      .sameThread(.started("here"), .began("here"), .ended("here"), .returned("here")),
      .order(.started("here"), .began("here"), .ended("here"), .returned("here")),
      .times(1, .began, of: "here"),
      .sameThread(.started("there"), .began("there"), .ended("there"), .returned("there")),
      .order(.started("there"), .began("there"), .ended("there"), .returned("there")),
      .times(1, .began, of: "there"),
    ])

  static let invocationRunsHere = Claim(
    "C04",
    """
    The kit's InvocationOperation, started on the main thread, runs its method there before start() \
    returns.
    """,
    origin: .article(
      .c,
      passage: .init(
        "可以看出任務是在主線程執行的,并沒有生成新的線程",
        "one sees that the task runs on the main thread and that no new thread was made",
        at: 231,
        but: """
          The article speaks of NSInvocationOperation, and this run shows the kit's \
          InvocationOperation. A trace shows where the method runs, not whether a thread was made.
          """)),
    expected: .everywhere(
      .confirmed, because: "Its main() calls the method, and start() calls main()."),
    in: "invocation",
    given: startedByHand("invocation") + [
      .onMain(.started("invocation")), .flags(.executing, at: .began("invocation")),
    ],
    expect: [
      .onMain(.marked(Photo.fetchRuns, by: "photo")), .times(1, .noted, of: "photo"),
      .order(
        .started("invocation"), .began("invocation"), .marked(Photo.fetchRuns, by: "photo"),
        .ended("invocation"), .returned("invocation")),
    ])

  static let queueStarts = Claim(
    "C05",
    "A queue calls start() itself, on another thread than the one that added the operation.",
    origin: .article(
      .c,
      passage: .init(
        """
        operation queue會生成新的線程來執行加入\
        到其中的operation,執行的過程也是調用start方法
        """,
        """
        an operation queue makes a new thread to run what is added to it, and runs it by \
        calling start, too
        """,
        at: 572)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.operation),
      because: "The queue runs ready operations on threads of a pool."),
    in: "by-queue",
    given: [
      .added("queued", to: "downloads"), .times(1, .started, of: "queued"),
      .sameThread(
        .started("queued"), .event(.noted, of: "queued", .currentQueue(name: "downloads"))),
    ],
    expect: [.differentThreads(.added("queued"), .started("queued"))])

  static let mainIsACall = Claim(
    "A01",
    """
    Calling main() directly runs the work like an ordinary method call, on the current thread.
    """,
    origin: .article(
      .a,
      passage: .init(
        "直接调用main方法即可,调用之后就和调用普通对象的方法一样,使用当前线程来执行main方法",
        """
        simply call main; that is like calling a method of any object, and main runs on \
        the current thread
        """,
        at: 495)),
    expected: .everywhere(
      .confirmed,
      because: """
        main() is only the work. start() sets the states, so the operation is not finished after \
        main() alone.
        """),
    in: "by-hand",
    given: calledByHand("called"),
    expect: runsWithinCall("called") + [
      .flags(not: .executing, at: .began("called")),
      .flags(not: .finished, at: afterCall("called")),
    ])

  static let startCallsMain = Claim(
    "A02", "start() on a subclass that overrides only main() runs main().",
    origin: .article(
      .a,
      passage: .init(
        "即使我们没有实现start方法,这里调用start方法以后依旧会执行main方法",
        "even though we have not written start, calling start here still runs main",
        at: 506)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.start),
      because: "The default start() sets executing, calls main() and then sets finished."),
    in: "by-hand",
    given: calledByHand("started"),
    expect: runsWithinCall("started") + [
      .flags(.executing, at: .began("started")), .flags(.finished, at: afterCall("started")),
    ])
}

// isAsynchronous, and work on another thread.
extension Lesson01 {
  static let flagIsFalse = Claim(
    "C02",
    """
    isAsynchronous is false by default, also for block operations and for the kit's \
    InvocationOperation.
    """,
    origin: .article(
      .c,
      passage: .init(
        "這兩個類的isAsynchronous都是NO",
        "isAsynchronous of both these classes is NO",
        at: 55,
        but: """
          The article speaks of NSInvocationOperation, which Swift does not have. This run shows \
          the kit's InvocationOperation instead.
          """)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isAsynchronous),
      because: "The default is documented. The kit's InvocationOperation inherits it."),
    in: "flag-alone",
    given: [
      .isInstance("plain", of: "Operation"), .isInstance("block", of: "BlockOperation"),
      .isInstance("invocation", of: "InvocationOperation"),
    ],
    expect: [
      .isAsynchronous("plain", false), .isAsynchronous("block", false),
      .isAsynchronous("invocation", false),
    ])

  static let flagChangesNothing = Claim(
    "C03",
    "Overriding isAsynchronous to return true does not by itself make the work asynchronous.",
    origin: .article(
      .c,
      passage: .init(
        "僅僅重寫isAsynchronous返回YES是不會讓任務異步執行的",
        """
        merely overriding isAsynchronous to return YES does not make the task run \
        asynchronously
        """,
        at: 46)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        The property only describes the operation. Code that calls start() itself may read it. A \
        queue never reads it.
        """),
    in: "flag-alone",
    given: calledByHand("flag only") + [
      .isAsynchronous("flag only", true), .flags(.executing, at: .began("flag only")),
    ],
    expect: runsWithinCall("flag only") + [.flags(.finished, at: afterCall("flag only"))])

  static let workElsewhere = Claim(
    "C03b",
    """
    A subclass that does its work on another thread is asynchronous: start() returns while it is \
    executing, the work runs on that thread, and then the operation is finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        start() does not wait for the other thread, and the class calls finish() when the work is \
        done.
        """),
    in: "really-asynchronous",
    given: startedByHand("thread") + [.isAsynchronous("thread", true)],
    expect: [
      .order(.started("thread"), afterCall("thread"), .began("thread"), .ended("thread")),
      .state([.ready, .executing], at: afterCall("thread")),
      .differentThreads(.started("thread"), .began("thread")),
      .sameThread(.began("thread"), .ended("thread")),
      .flags(.executing, not: .finished, at: .began("thread")),
      .flags(.executing, not: .finished, at: .ended("thread")),
      .flags(.finished, at: .settled("thread")),
    ])
}

extension Trace.Condition {
  /// The operation was asked for its class, and this is it.
  static func isInstance(_ name: String, of type: String) -> Self {
    answer(of: name, "\(name) is of class \(type)") { found, _ in found == type }
  }

  /// The operation was asked for `isAsynchronous`, and this is what it returned.
  static func isAsynchronous(_ name: String, _ isAsynchronous: Bool) -> Self {
    answer(of: name, "isAsynchronous of \(name) is \(isAsynchronous)") { $1 == isAsynchronous }
  }

  private static func answer(
    of name: String, _ words: String,
    isRight: @escaping @Sendable (_ type: String, _ isAsynchronous: Bool) -> Bool
  ) -> Self {
    Self(words) { run in
      for event in run.all(.noted, of: name) {
        if case .type(let type, let isAsynchronous) = event.fact {
          return Outcome(isRight(type, isAsynchronous), "\(name): \(event.note)", [event])
        }
      }
      throw MissingEvidence.event(.noted, subject: name, program: run.program)
    }
  }
}

// What the bare class does, with nothing overridden.
extension Lesson01 {
  static let bareIsEmpty = Claim(
    "A02b", "The start() and main() of Operation itself are empty: they do nothing.",
    origin: .article(
      .a,
      passage: .init(
        "但NSOperation类的这两个方法是空方法,没有干任何事情",
        "But these two methods of the class NSOperation are empty methods, they do nothing",
        at: 63)),
    expected: .everywhere(
      .refuted,
      basis: .documented(page: ApplePage.start),
      because: """
        Only main() is empty. start() sets executing, calls main(), and reports finished. That is \
        why it is enough to override main().
        """),
    in: "bare",
    given: calledByHand("called") + calledByHand("started") + [
      .isInstance("called", of: "Operation"), .isInstance("started", of: "Operation"),
      .neverCancelled("called", "started"),
      .state(.ready, at: .observed("called")), .state(.ready, at: .observed("started")),
    ],
    expect: [
      .state(.ready, at: afterCall("called")), .state(.ready, at: afterCall("started")),
    ])

  static let bareCannotBeUsed = Claim(
    "C01b", "NSOperation is abstract and cannot be used directly.",
    origin: .article(
      .c,
      passage: .init(
        "NSOperation是一個抽象類。不能直接使用。",
        "NSOperation is an abstract class. It cannot be used directly.",
        at: 2,
        alsoOn: ApplePage.operation)),
    expected: .everywhere(
      .refuted,
      basis: .reported("Open Radar 32541724"),
      because: """
        You can make one, start it and add it to a queue, and it finishes. It has no work to do, \
        and "abstract" means no more than that here. The article itself uses one as a token \
        (lesson 21).
        """),
    in: "bare",
    given: [
      .isInstance("queued", of: "Operation"),
      .added("queued", to: "downloads", dependencies: []), .neverCancelled("queued"),
    ],
    expect: [
      .not(
        .all(
          "it finished, left its queue, and its completion block ran",
          .flags(.finished, at: .settled("queued")), .place(nil, at: .settled("queued")),
          .happens(.completed("queued"))))
    ])

  static let queueRunsItAgain = Claim(
    "A01b", "If code calls main() and then adds the operation to a queue, its work runs twice.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "main() changes no state, so the queue starts it. It finishes then."),
    in: "main-then-queue",
    given: [.order(.ended("twice"), .added("twice")), .state(.ready, at: .ended("twice"))],
    expect: [
      .times(2, .began, of: "twice"), .flags(.finished, at: .settled("twice")),
      .place(nil, at: .settled("twice")),
    ])
}
