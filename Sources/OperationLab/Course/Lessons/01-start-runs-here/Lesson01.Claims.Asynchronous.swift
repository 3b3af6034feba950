import OperationLab
import OperationTesting

// What isAsynchronous says, and what makes it true.
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
        "這兩個(gè)類的isAsynchronous都是NO",
        "isAsynchronous of both these classes is NO",
        at: 55,
        but: """
          The article speaks of NSInvocationOperation, which Swift does not have. The kit's \
          InvocationOperation is judged in its place.
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
        "僅僅重寫isAsynchronous返回YES是不會(huì)讓任務(wù)異步執(zhí)行的",
        """
        merely overriding isAsynchronous to return YES does not make the task run \
        asynchronously
        """,
        at: 46)),
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        The property only describes the operation to others. Whoever starts it by hand may ask; \
        a queue never does.
        """),
    in: "flag-alone",
    given: calledByHand("flag only") + [
      .isAsynchronous("flag only", true), .flags(.executing, at: .began("flag only")),
    ],
    expect: runsWithinCall("flag only") + [.flags(.finished, at: afterCall("flag only"))])

  static let workElsewhere = Claim(
    "C03b",
    """
    A subclass that hands its work to another thread is asynchronous: start() comes back while it \
    is executing, the work is done later on that thread, and then the operation is finished.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      basis: .documented(page: ApplePage.operation),
      because: """
        Not the property but the class makes it so: nobody waits for the other thread, and the \
        class calls finish() when the work is over.
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
