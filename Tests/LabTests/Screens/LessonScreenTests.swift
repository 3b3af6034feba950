import OperationCourse
import OperationTesting
import Testing

@testable import LabShared
@testable import lab

/// Whole screens of a lesson whose runs are written by hand.
@Suite("The screen of a lesson", .repeatable)
struct LessonScreenTests {
  @Test("shows question, events, picture, ending, diagnosis and verdicts, in this order")
  func whole() {
    #expect(
      LessonScreen(.plain, Invocation(["lab"])).whole(SampleLesson.report()) == """
        Lesson 99: Nobody says that it is done
          One slot, two operations, and the first never reports. Does the second start?

        ▶ silent (broken on purpose)
          The first never reports its end.
             time  thread subject       what happened                state
          0.000ms  main   op1           added to q                   ready
          0.000ms  main   op2           added to q                   ready
          1.234ms  T1     op1           start() called               ready
          1.300ms  T1     op1           start() returns              ready
          2.000ms  main   op1           at rest, in q                ready
          2.000ms  main   op2           at rest, in q                ready

        Timeline
        event │0                 2                 3                 4
        main  │+op1…op2                                              ·
        T1    │                  ├op1──────────────┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌▷
        Never finished: op1.
        Never started: op2.
        op2 waits for a slot of q, held by op1.
        ├─┤ call of start(), ╌╌ start() returned, not finished, ▷ still open at the end
        + enqueued, · settled
        Left to right: the order of events, not time.

          It hangs, as expected.

        Why does it not run?
          op1 holds a slot of 'q' since 1.2 ms (event 2): start() was called on T1 and
            returned, but op1 never reported isFinished.
          op2 is ready, but 'q' has no free slot: its width is 1, and op1 holds the slot
            until it reports isFinished.
            op2 ─▶ a slot of 'q' ─▶ op1: started, never finished

        ▶ fixed (fixed)
          The first reports its end.
             time  thread subject       what happened                state
          0.000ms  T1     op1           start() called               ready
          0.002ms  T1     op1           start() returns              ready executing
          0.003ms  T2     op1           reports finished             ready finished
          0.004ms  T1     op2           start() called               ready cancelled
          0.005ms  T1     op2           reports finished             ready finished
                                                                     cancelled

        Timeline
        event │0             1              2             3              4
        T1    │├op1──────────┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤             ├op2─────────────────────────▷
              │                                                          ✓op2
        T2    │                             ✓op1
        ├─┤ call of start(), ╌╌ start() returned, not finished, ▷ still open at the end
        ✓ finished
        Left to right: the order of events, not time.

          It completes, as expected.

        Verdicts

        ✓ C01 confirmed
          Article C: Statement C01.
          Seen: op2 never starts
            · silent #2 T1 op1: start() called (ready)
            · silent #5 main op2: at rest, in q (ready)
          Why: It is the only slot.
          The same on macOS, we guess: it has not been measured.

        ✗ C02 refuted
          Article C: Statement C02.
          Seen: it counts
            · fixed #2 T2 op1: reports finished (ready finished)
          Why: Only the report counts.
          The article is wrong about this.
          The same on macOS, we guess: it has not been measured.

        ✓ C03 confirmed
          Article C: Statement C03.
          Seen: it is so here
            · fixed #1 T1 op1: start() returns (ready executing)
          Why: So it is.
          This depends on the platform: on macOS, refuted (documented: page).

        ✓ C04 confirmed
          Article C: Statement C04.
          Seen: op2 was first
            · fixed #3 T1 op2: start() called (ready cancelled)
            · fixed #0 T1 op1: start() called (ready)
            · fixed #1 T1 op1: start() called (ready)
            · fixed #2 T1 op1: start() called (ready)
            · fixed #3 T1 op1: start() called (ready)
            · fixed #4 T1 op1: start() called (ready)
            · and 2 more events
          Why: Nothing forces an order.
          This differs from run to run. Run it often:
            lab lesson 99 --repeat 50
          The same on macOS, we guess: it has not been measured.

        Passed: 4 of 4 verdicts and 2 of 2 endings are the ones expected on Linux.
        Why it is so: lab read 99
        """)
  }

  @Test("of one program leaves out what other programs decide")
  func oneProgram() {
    let report = SampleLesson.report([SampleLesson.silent])
    #expect(report.findings.map(\.claim.id) == ["C01"])
    #expect(report.isPassed)
    #expect(
      LessonScreen(.plain, Invocation(["lab"])).verdicts(report) == """

        Verdicts

        ✓ C01 confirmed
          Article C: Statement C01.
          Seen: op2 never starts
            · silent #2 T1 op1: start() called (ready)
            · silent #5 main op2: at rest, in q (ready)
          Why: It is the only slot.
          The same on macOS, we guess: it has not been measured.

        Passed: 1 of 1 verdicts and 1 of 1 endings are the ones expected on Linux.
        Why it is so: lab read 99
        """)
  }

  @Test("has colours only where they are wanted")
  func colours() {
    let coloured = Paper(width: 80, isASCII: false, isColoured: true)
    let text = LessonScreen(coloured, Invocation(["lab"])).whole(SampleLesson.report())
    #expect(text.contains("\u{1B}[32m✓ C01 confirmed\u{1B}[0m"))
    #expect(text.contains("\u{1B}[35m✗ C02 refuted\u{1B}[0m"))
    let plain = text.replacing(/\u{1B}\[[0-9]+m/, with: "")
    #expect(plain == LessonScreen(.plain, Invocation(["lab"])).whole(SampleLesson.report()))
  }
}
