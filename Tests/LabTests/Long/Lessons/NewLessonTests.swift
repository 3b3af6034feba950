import Foundation
import OperationCourse
import Testing

@testable import LabDocs
@testable import LabKit

/// `Scripts/new-lesson`, in a copy of what it works on. That its lesson also builds and runs is tried
/// by `Scripts/new-lesson --try`, which takes some minutes.
@Suite(
  "A new lesson", .longPlan, .repeatable, .elsewhere,
  .enabled(if: LabProcess.hasPython, "Scripts/new-lesson needs python3")
)
struct NewLessonTests {
  private static let last = Lessons.all.count
  private static let next = last + 1

  @Test("gets its files, its line in the list, and says what to write next")
  func makesALesson() throws {
    let copy = try Self.copy()
    defer { try? FileManager.default.removeItem(at: copy) }
    let result = try Self.run("--files-only stuck-again 'Stuck & again'", in: copy)
    #expect(result.status == 0, "\(result.errors)")
    let list = try String(
      contentsOf: copy.appendingPathComponent("Sources/OperationLab/Course/Lessons/Lessons.swift"),
      encoding: .utf8)
    #expect(list.contains("    Lesson\(Self.last).lesson,\n    Lesson\(Self.next).lesson,\n  ]"))
    let draft = try LessonDraft(of: "\(Self.next)-stuck-again", in: copy)
    #expect(
      draft.whatIsLeft.first
        == "Sources/OperationLab/Course/Lessons/\(Self.next)-stuck-again/Lesson\(Self.next).Programs.swift, "
        + "line 5: fill in the article's scenario in place of this one, then a broken and a fixed program"
    )
    #expect(draft.whatIsLeft.count == 15)
    let page = try String(
      contentsOf: copy.appendingPathComponent("Lessons/\(Self.next)-stuck-again/README.md"),
      encoding: .utf8)
    #expect(page.hasPrefix("# \(Self.next). Stuck & again\n"))
    #expect(
      try Page(page).parts.map(\.marker.kind) == [
        "snippet", "trace", "exercises", "verdicts", "rules",
      ])
  }

  @Test(
    "is refused with one line when its name will not do",
    arguments: [
      ("--files-only 'Not A Slug' Title", "is no slug"),
      ("--files-only missing-finish Title", "already"),
      ("--files-only fine ''", "the title must"),
      ("fine", "usage:"),
    ])
  func refuses(_ words: String, _ reason: String) throws {
    let copy = try Self.copy()
    defer { try? FileManager.default.removeItem(at: copy) }
    let result = try Self.run(words, in: copy)
    #expect(result.status == 1)
    #expect(result.errors.contains(reason) && result.errors.split(separator: "\n").count == 1)
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: copy.appendingPathComponent("Lessons").path)
    #expect(!pages.contains { $0.hasPrefix("\(Self.next)-") })
  }

  /// The folders that the script reads and writes.
  private static func copy() throws -> URL {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent(
      "new-\(UUID().uuidString)")
    for folder in ["Lessons", "Scripts", "Sources/OperationLab/Course/Lessons"] {
      let target = copy.appendingPathComponent(folder)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: LabProcess.checkout.appendingPathComponent(folder), to: target)
    }
    return copy
  }

  private static func run(_ words: String, in copy: URL) throws -> LabProcess.Result {
    try LabProcess.shell(
      "exec \"$COPY/Scripts/new-lesson\" \(words)", environment: ["COPY": copy.path])
  }
}
