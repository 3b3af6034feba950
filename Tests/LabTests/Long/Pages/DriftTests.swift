import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

/// The differences allowed between a page and a fresh run.
@Suite("Drift", .repeatable)
struct DriftTests {
  private let trace = """
    ```text
    #0  main  a  added to q     ready
    #1  T1    a  start() called  ready
    #2  T2    b  body begins
    #3  T1    a  body ends
    ```
    """

  @Test("is no matter of interleaving, thread numbers, places or column widths")
  func traceSame() {
    let other = """
      ```text
      #0   T2    b   body begins
      #10  main  a   added to q      ready
      #11  T3    a   start() called  ready
      #12  T3    a   body ends
      ```
      """
    #expect(Drift.isSame("trace", trace, other))
  }

  @Test(
    "is another order, thread, state or event of a subject",
    arguments: [
      ("start() called  ready", "start() called  ready cancelled"),
      ("T1    a  body ends", "main  a  body ends"),
      ("b  body begins", "b  body ends"),
      ("#2  T2    b  body begins\n", ""),
      (
        "#1  T1    a  start() called  ready\n#2  T2    b  body begins\n#3  T1    a  body ends",
        "#1  T1    a  body ends\n#2  T2    b  body begins\n#3  T1    a  start() called  ready"
      ),
    ])
  func traceDiffers(_ old: String, _ new: String) {
    #expect(trace.contains(old))
    #expect(!Drift.isSame("trace", trace, trace.replacing(old, with: new)))
  }

  @Test("of a picture is what it says about who never started or finished")
  func timeline() {
    let picture = """
      event │0   1   2
      main  │+op1…op3
      T1    │    ├op1┤╌╌╌▷
      Never finished: op1.
      Never started: op2,
        op3.
      op2 … op3 (2) wait for a slot of q,
        held by op1.
      Left to right: the order of events, not time.
      """
    let other = """
      event │0   2   3
      main  │+×3
      T1    │    ├1──┤╌╌╌▷
      Never finished: op1.
      Never started: op2, op3.
      op2 … op3 (2) wait for a slot of q, held by op1.
      1 = op1
      Left to right: the order of events, not time.
      """
    #expect(Drift.isSame("timeline", picture, other))
    #expect(
      !Drift.isSame("timeline", picture, other.replacing("started: op2, op3", with: "started: op3"))
    )
    #expect(!Drift.isSame("timeline", picture, other.replacing("Never finished: op1.\n", with: "")))
    #expect(!Drift.isSame("timeline", picture, other.replacing("held by op1", with: "held by op2")))
    #expect(!Drift.isSame("timeline", "", "event │\nmain  │"))
  }

  @Test("of a diagnosis is in its words, not in its line breaks, times, places and thread numbers")
  func diagnosis() {
    let old = """
      op1 holds a slot of 'q' since 1.7 ms (event 2): start() was called on
        T1 and returned.
        op3 … op10 (8) ─▶ a slot
      """
    let new = """
      op1 holds a slot of 'q' since 12.0 ms (event 14): start() was
        called on T2 and returned.
        op3 … op10 (8) ─▶ a slot
      """
    #expect(Drift.isSame("diagnosis", old, new))
    #expect(!Drift.isSame("diagnosis", old, new.replacing("op1 holds", with: "op2 holds")))
    #expect(!Drift.isSame("diagnosis", old, new.replacing("(8)", with: "(7)")))
    #expect(!Drift.isSame("diagnosis", old, new.replacing("on T2", with: "on main")))
  }

  @Test("of anything else is any change at all")
  func exact() {
    for kind in ["snippet", "verdicts", "lessons"] {
      #expect(Drift.isSame(kind, "a b", "a b"))
      #expect(!Drift.isSame(kind, "a b", "a  b"))
    }
  }

  @Test("in one part of a run makes all parts of that run new, and no other")
  func groups() {
    let old = [
      part("trace", "p", "#0  T1  a  body begins"), part("timeline", "p", "event │old"),
      part("trace", "q", "#0  T1  a  body begins"), part("snippet", "p", "code"),
    ]
    let fresh = [
      old[0].marker: "#0  T1  a  body ends", old[1].marker: "event │new",
      old[2].marker: "#7  T2  a  body begins", old[3].marker: "code",
    ]
    #expect(Drift.stale(old, fresh) == [old[0].marker, old[1].marker])
  }

  @Test("of a picture is any change at all where the trace is the same to the letter")
  func pictureOfSameTrace() {
    let table = "#0  T1  a  body begins"
    let old = [part("trace", "p", table), part("timeline", "p", "event │0\nT1  │├a")]
    let fresh = [old[0].marker: table, old[1].marker: "event │0\nT1  │┝a"]
    #expect(Drift.stale(old, fresh) == [old[0].marker, old[1].marker])
    let apart = [old[0].marker: "#1  T1  a  body begins", old[1].marker: "event │0\nT1  │┝a"]
    #expect(Drift.stale(old, apart) == [])
  }

  private func part(
    _ kind: String, _ argument: String, _ content: String
  ) -> (marker: Page.Marker, content: String) {
    (Page.Marker(kind: kind, argument: argument), content)
  }
}
