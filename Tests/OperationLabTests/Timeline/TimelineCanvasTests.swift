import Testing

@testable import OperationCourse

@Suite("A line of a picture")
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
