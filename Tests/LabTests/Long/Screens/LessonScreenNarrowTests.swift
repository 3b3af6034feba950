import OperationCourse
import OperationLab
import OperationTesting
import Testing

@testable import LabShared
@testable import lab

@Suite("The screen of a lesson, in less friendly conditions,", .repeatable)
struct LessonScreenNarrowTests {
  @Test("needs no more than ASCII and 60 columns")
  func narrow() {
    let text = LessonScreen(
      Paper(width: 60, isASCII: true, isColoured: false), Invocation(["lab"])
    ).whole(
      SampleLesson.report())
    #expect(text.allSatisfy { $0.isASCII })
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(
      text == """
        Lesson 99: Nobody says that it is done
          One slot, two operations, and the first never reports.
          Does the second start?

        > silent (broken on purpose)
          The first never reports its end.
             time  thread subject   what happened        state
          0.000ms  main   op1       added to q           ready
          0.000ms  main   op2       added to q           ready
          1.234ms  T1     op1       start() called       ready
          1.300ms  T1     op1       start() returns      ready
          2.000ms  main   op1       at rest, in q        ready
          2.000ms  main   op2       at rest, in q        ready

        Timeline
        event |0            2            3            4
        main  |+:op1..op2                             .
        T1    |             [op1---------].........................>
        Never finished: op1.
        Never started: op2.
        op2 waits for a slot of q, held by op1.
        [-] call of start(), .. start() returned, not finished, >
          still open at the end
        + enqueued, . settled
        Left to right: the order of events, not time.

          It hangs, as expected.

        Why does it not run?
          op1 holds a slot of 'q' since 1.2 ms (event 2): start()
            was called on T1 and returned, but op1 never reported
            isFinished.
          op2 is ready, but 'q' has no free slot: its width is 1,
            and op1 holds the slot until it reports isFinished.
            op2 -> a slot of 'q' -> op1: started, never finished

        > fixed (fixed)
          The first reports its end.
             time  thread subject   what happened        state
          0.000ms  T1     op1       start() called       ready
          0.002ms  T1     op1       start() returns      ready
                                                         executing
          0.003ms  T2     op1       reports finished     ready
                                                         finished
          0.004ms  T1     op2       start() called       ready
                                                         cancelled
          0.005ms  T1     op2       reports finished     ready
                                                         finished
                                                         cancelled

        Timeline
        event |0         1          2         3          4
        T1    |[op1------]..........]         [op2----------------->
              |                                          v:op2
        T2    |                     v:op1
        [-] call of start(), .. start() returned, not finished, >
          still open at the end
        v finished
        Left to right: the order of events, not time.

          It completes, as expected.

        Verdicts

        + C01 confirmed
          Article C: Statement C01.
          Seen: op2 never starts
            - silent #2 T1 op1: start() called (ready)
            - silent #5 main op2: at rest, in q (ready)
          Why: It is the only slot.
          The same on macOS, we guess: it has not been measured.

        x C02 refuted
          Article C: Statement C02.
          Seen: it counts
            - fixed #2 T2 op1: reports finished (ready finished)
          Why: Only the report counts.
          The article is wrong about this.
          The same on macOS, we guess: it has not been measured.

        + C03 confirmed
          Article C: Statement C03.
          Seen: it is so here
            - fixed #1 T1 op1: start() returns (ready executing)
          Why: So it is.
          This depends on the platform: on macOS, refuted
          (documented: page).

        + C04 confirmed
          Article C: Statement C04.
          Seen: op2 was first
            - fixed #3 T1 op2: start() called (ready cancelled)
            - fixed #0 T1 op1: start() called (ready)
            - fixed #1 T1 op1: start() called (ready)
            - fixed #2 T1 op1: start() called (ready)
            - fixed #3 T1 op1: start() called (ready)
            - fixed #4 T1 op1: start() called (ready)
            - and 2 more events
          Why: Nothing forces an order.
          This differs from run to run. Run it often:
            lab lesson 99 --repeat 50
          The same on macOS, we guess: it has not been measured.

        Passed: 4 of 4 verdicts and 2 of 2 endings are the ones
        expected on Linux.
        Why it is so: lab read 99
        """)
  }

  @Test("says what failed, and what was expected instead")
  func failed() {
    let report = SampleLesson.report([
      Run(
        program: "silent", outcome: .traps,
        detail: .init(signal: "SIGILL", output: "x: Fatal error: not ready\n"), trace: Trace()),
      Run(
        program: "fixed", outcome: .exits, detail: .init(exitStatus: 3, output: "a\nb\nc\nd\n"),
        trace: Trace()),
    ])
    #expect(
      LessonScreen(.plain, Invocation(["lab"])).whole(report) == """
        Lesson 99: Nobody says that it is done
          One slot, two operations, and the first never reports. Does the second start?

        ▶ silent (broken on purpose)
          The first never reports its end.
             time  thread subject       what happened                state

        Timeline
        Nothing happened: the trace is empty.

          It trapped with the message:
            not ready

          It traps (SIGILL); expected: hangs.

        ▶ fixed (fixed)
          The first reports its end.
             time  thread subject       what happened                state

        Timeline
        Nothing happened: the trace is empty.

          It printed:
            a
            b
            c
            … and 1 more line

          It exits with status 3; expected: completes.

        Verdicts

        FAILED C01 undecided, expected confirmed
          Article C: Statement C01.
          Seen: in program 'silent' this is not so: op1 was seen when the process was
          idle at the end
          Why: It is the only slot.
          The same on macOS, we guess: it has not been measured.

        FAILED C02 undecided, expected refuted
          Article C: Statement C02.
          Seen: in program 'fixed' this is not so: op1 was seen when the process was
          idle at the end
          Why: Only the report counts.
          The same on macOS, we guess: it has not been measured.

        FAILED C03 undecided, expected confirmed
          Article C: Statement C03.
          Seen: in program 'fixed' this is not so: op1 was seen when the process was
          idle at the end
          Why: So it is.
          This depends on the platform: on macOS, refuted (documented: page).

        FAILED C04 undecided, expected refuted
          Article C: Statement C04.
          Seen: program 'fixed' has no event 'started' of op2
          Why: Nothing forces an order.
          This differs from run to run. Run it often:
            lab lesson 99 --repeat 50
          The same on macOS, we guess: it has not been measured.

        Failed: 0 of 4 verdicts and 0 of 2 endings are the ones expected on Linux.
        Why it is so: lab read 99
        """)
  }
}
