import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

// Pictures that lie beside a page: one shows a run of the page's lesson; a page of no lesson shows
// one that lies beside another, and names lesson and program.
extension PageWriter {
  /// The line that shows the picture. Its words are for whoever does not see it, and `lab read`
  /// shows them instead.
  func pictureLine(_ marker: Page.Marker) throws(Failure) -> String {
    let (lesson, run, path) = try pictured(marker)
    let words = PictureWords.sentence(run, of: lesson.program(named: run.program))
    return "![\(words)](\(path))"
  }

  /// The picture itself, if the marker asks for one that lies beside this page.
  func picture(_ marker: Page.Marker) throws(Failure) -> String? {
    guard marker.kind == "picture", let lesson = report?.lesson else { return nil }
    let run = try run(marker)
    return Timeline(run.trace.normalised(), snapshot: run.snapshot)
      .svg(title: "Lesson \(lesson.number): \(lesson.title) (\(run.program))")
  }

  private func pictured(
    _ marker: Page.Marker
  ) throws(Failure) -> (lesson: Lesson, run: Run, path: String) {
    if let lesson = report?.lesson {
      return (lesson, try run(marker), "pictures/\(marker.argument).svg")
    }
    let words = marker.argument.split(separator: " ").map(String.init)
    let report = reports.first { String($0.lesson.number) == words.first }
    guard let report, let run = report.runs.first(where: { $0.program == words.last }) else {
      throw Failure(
        status: .unreadable,
        message: "'\(Page.line(marker))' names no lesson and program, such as '3 article'")
    }
    return (report.lesson, run, "Lessons/\(report.lesson.folder)/pictures/\(run.program).svg")
  }
}
