import OperationLab
import Testing

@testable import OperationCourse

@Suite("The picture for a terminal", .repeatable)
struct TimelineTextTests {
  @Test("Lesson 3 shows two operations that hold their threads and eight that never start")
  func lessonThree() {
    let text = Timeline(TimelineSamples.missingFinish).text(width: 80)
    #expect(
      text == """
        event │0           10          11          12          13          14
        main  │+op1…op10                                                   ·
        T1    │            ├op1────────────────────┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌▷
        T2    │                        ├op2────────────────────┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌▷
        Never finished: op1, op2.
        Never started: op3, op4, op5, op6, op7, op8, op9, op10.
        ├─┤ call of start(), ╌╌ start() returned, not finished, ▷ still open at the end
        + enqueued, · settled
        Left to right: the order of events, not time.

        """)
  }

  @Test("At width 60 it is the same picture, narrower")
  func narrower() {
    #expect(
      Timeline(TimelineSamples.stuck).text(width: 60) == """
        event │0     1      2     3      4      5     6      7
        main  │‖1    +fetch                     +draw ×draw
        T1    │             ├─────┝fetch━━━━━━━━━━━━━━━━━━━━━━━━━━━▷
              │                          ◌gate               !gate
        Never finished: fetch.
        Never started: draw.
        1 = queue
        ├─┤ call of start(), ┝━┥ body, ▷ still open at the end
        + enqueued, × cancelled, ◌ waiting, ! timed out, ‖ suspended
        Left to right: the order of events, not time.

        """)
  }

  @Test("ASCII uses nothing that TERM=dumb lacks")
  func ascii() {
    #expect(
      Timeline(TimelineSamples.asynchronous).text(width: 60, isASCII: true) == """
        event |0      1       2      3       4      5       6
        main  |+:download
        T1    |       [-------].download............]
        T2    |                      [=======] download
              |                                     v:download
        T3    |                                             c:1
        1 = download
        [-] call of start(), [=] body, .. start() returned, not
          finished
        + enqueued, v finished, c completed
        Left to right: the order of events, not time.

        """)
    for (_, trace) in TimelineSamples.all {
      for width in [20, 60, 80] {
        let text = Timeline(trace).text(width: width, isASCII: true)
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
      }
    }
  }

  @Test("A body is drawn inside its call")
  func block() {
    #expect(
      Timeline(TimelineSamples.block).text(width: 60) == """
        event │0         1          2         3          4
        main  │├─────────┝boil━━━━━━┥─────────┤
              │                                          ◦boil
        ├─┤ call of start(), ┝━┥ body
        ◦ observed
        Left to right: the order of events, not time.

        """)
  }

  @Test("At width 20 it is a list")
  func list() {
    #expect(
      Timeline(TimelineSamples.missingFinish).text(width: 20) == """
        main:
          20 events
        T1:
          op1 start 10-12
          op1 unfinished 12,
            open
        T2:
          op2 start 11-13
          op2 unfinished 13,
            open
        Never finished: op1,
          op2.
        Never started: op3,
          op4, op5, op6,
          op7, op8, op9,
          op10.
        Numbers are events.

        """)
  }

  @Test("Names that do not fit are numbered, with a key")
  func numbers() {
    let trace = TimelineSamples.trace {
      for number in 1...3 {
        for kind: Event.Kind in [.started, .began, .ended, .finished, .returned] {
          $0.add("main", "a very long name of operation \(number)", kind)
        }
      }
    }
    #expect(
      Timeline(trace).text(width: 60) == """
        event │0  1   2  3   4  5   6  7   8  9   10 11  12 13  14
        main  │├──┝1━━┥──────┤  ├───┝2━┥──────┤   ├──┝3━━┥──────┤
              │          ✓1                ✓2               ✓3
        1 = a very long name of operation 1, 2 = a very long name of
          operation 2, 3 = a very long name of operation 3
        ├─┤ call of start(), ┝━┥ body
        ✓ finished
        Left to right: the order of events, not time.

        """)
  }

  @Test("A crowd shares columns and is counted")
  func crowd() {
    #expect(
      Timeline(TimelineSamples.crowd(400)).text(width: 60) == """
        event │0 91 227 408 589 770 951 1133 1359 1585 1812 2038
        main  │+++++++++++++++++++++++++++++++++++++++++++++++++++++
        T2    │▒×134▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
              │✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓
        T3    │▒×133▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
              │✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓
        T1    │▒×133▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
              │✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓
        ▒ several share these columns, ×2 two in one place
        + enqueued, ✓ finished
        Left to right: the order of events, not time. A column is
          about 46 events.

        """)
  }

  @Test("No line is wider than asked, whatever the trace", arguments: 0..<30)
  func fits(_ seed: UInt64) {
    let timeline = Timeline(TimelineNonsense.trace(seed: seed, count: Int(seed) * 7))
    for width in [-3, 0, 12, 13, 20, 39, 40, 41, 60, 80, 133] {
      for isASCII in [false, true] {
        let lines = timeline.text(width: width, isASCII: isASCII).split(separator: "\n")
        let widest = lines.map { TerminalText.columns($0) }.max() ?? 0
        #expect(widest <= max(width, 12), "width \(width), seed \(seed)")
      }
    }
  }
}

@Suite("A line of a picture", .repeatable)
struct TimelineCanvasTests {
  @Test("ends where the last sign does")
  func noBlanksAtTheEnd() {
    #expect(TimelineText.Canvas(columns: 5).text == "")
    #expect(line { $0.put("ab", at: 1) } == " ab")
  }

  @Test("is cut at its end, before a sign of two columns that only half fits")
  func cut() {
    #expect(line { $0.put("abcdef", at: 2) } == "  abc")
    #expect(line { $0.put("a下载", at: 1) } == " a下")
  }

  @Test("has what was put last on top")
  func onTop() {
    let line = line {
      $0.fill(0...4, with: "-")
      $0.put("ab", at: 1)
    }
    #expect(line == "-ab--")
  }

  private func line(_ paint: (inout TimelineText.Canvas) -> Void) -> String {
    var canvas = TimelineText.Canvas(columns: 5)
    paint(&canvas)
    return canvas.text
  }
}

@Suite("Text as a terminal shows it", .repeatable)
struct TerminalTextTests {
  @Test(
    "Columns are what a terminal gives",
    arguments: [
      ("", 0), ("op1", 3), ("é", 1), ("e\u{301}", 1), ("下载", 4), ("🚀", 2), ("한글", 4), ("ﾊ", 1),
      ("✓", 1), ("👨‍👩‍👧", 2),
    ])
  func columns(_ text: String, _ width: Int) {
    #expect(TerminalText.columns(text) == width)
  }

  @Test("Characters that move the cursor, hide or reorder text are escaped")
  func visible() {
    #expect(TerminalText.visible("a\u{1B}[2Jé") == "a\\u{1B}[2Jé")
    #expect(TerminalText.visible("a\u{1B}[2Jé", isASCII: true) == "a\\u{1B}[2J\\u{E9}")
    #expect(TerminalText.visible("a\r\nb\u{202E}c\u{200B}") == "a\\u{D}\\u{A}b\\u{202E}c\\u{200B}")
    #expect(TerminalText.visible("👨‍👩‍👧") == "👨‍👩‍👧")
  }

  @Test("Fitted text says that it was cut")
  func fitted() {
    #expect(TerminalText.fitted("download", to: 8) == "download")
    #expect(TerminalText.fitted("download", to: 5) == "down…")
    #expect(TerminalText.fitted("download", to: 5, isASCII: true) == "down~")
    #expect(TerminalText.fitted("下载图片", to: 4) == "下…")
    #expect(TerminalText.fitted("download", to: 0) == "")
  }

  @Test("Lines break at spaces, or inside a word that no line holds")
  func wrapped() {
    #expect(
      TerminalText.wrapped("one two three", to: 8, indent: 2) == ["one two", "  three"])
    #expect(TerminalText.wrapped("abcdefghij k", to: 4) == ["abcd", "efgh", "ij k"])
    #expect(TerminalText.wrapped("", to: 4) == [])
  }
}
