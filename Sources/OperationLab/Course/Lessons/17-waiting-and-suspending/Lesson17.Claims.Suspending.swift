import OperationLab
import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of queues that are told to start nothing.
extension Lesson17 {
  static let startsNothing = Claim(
    "A19a", "A suspended queue starts nothing new.",
    origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: "It looks at isSuspended each time before it hands out a slot."),
    in: "suspended",
    given: [
      .added("op2", to: "downloads", slots: 2, isSuspended: true),
      .order(.suspended("downloads"), .added("op2"), .firstSettled("op2"), .resumed("downloads")),
      .place("downloads", at: .firstSettled("op2")),
      // One of two slots is free.
      .flags(.executing, at: .settled("op1", after: .suspended("downloads"))),
    ],
    expect: [
      .state(.ready, at: .firstSettled("op2")),
      .order(.resumed("downloads"), .started("op2")),
    ])

  static let runningGoesOn = Claim(
    "A19b", "... and what runs goes on.", origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: "A queue has no way to stop a body that runs."),
    in: "suspended",
    given: [
      .added("op1", to: "downloads"),
      .added("op2", to: "downloads", isSuspended: true),
      .flags(.executing, at: .settled("op1", after: .suspended("downloads"))),
    ],
    expect: [
      .order(.settled("op1", after: .suspended("downloads")), .ended("op1"), .resumed("downloads"))
    ])

  static let keepsForEver = Claim(
    "A19e", "... and a suspended queue that nobody resumes keeps what it holds for ever.",
    origin: .documentation(page: ApplePage.isSuspended),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.isSuspended),
      because: """
        Only by being started does an operation get out of its queue, also when it is cancelled \
        meanwhile.
        """),
    in: "never-resumed",
    given: [
      .added("op2", to: "downloads", slots: 2, isSuspended: true),
      .order(.suspended("downloads"), .added("op2")),
      Trace.Condition("'downloads' was never resumed") { run in
        .init(run.all(.resumed, of: "downloads").isEmpty, "", [])
      },
      // op1 has given back its slot.
      .flags(.finished, at: .settled("op1")),
      .place(nil, at: .settled("op1")),
    ],
    expect: [
      .never(.started("op2")),
      .place("downloads", at: .settled("op2")),
      .stuck("op2", .suspended),
    ])
}
