import Foundation
import OperationCourse
import Testing

@testable import lab

/// Files as learners might write them, in styles of their own: `Tests/Learners/ID/right-….swift`
/// must be accepted, and `wrong-….swift` must not.
@Suite("The work of learners", .elsewhere)
struct LearnersTests {
  struct Work: Sendable, CustomTestStringConvertible {
    let exercise: Exercise
    let file: URL
    var isRight: Bool { file.lastPathComponent.hasPrefix("right-") }
    var testDescription: String { "\(exercise.id) \(file.lastPathComponent)" }
  }

  /// Of some 200 files a few, other ones each day; all where minutes do not matter.
  private static let today: [Work] = {
    let step = Extent.takesMinutes ? 1 : Extent.isWhole ? 7 : 23
    let day = Int(Date().timeIntervalSince1970 / 86_400)
    return stride(from: day % step, to: all.count, by: step).map { all[$0] }
  }()

  private static let all: [Work] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Learners")
    return Exercises.all.flatMap { exercise in
      let own = folder.appendingPathComponent(exercise.id)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: own.path)) ?? []
      return names.sorted().filter { $0.hasSuffix(".swift") }
        .map { Work(exercise: exercise, file: own.appendingPathComponent($0)) }
    }
  }()

  @Test(
    "is accepted if it is right, and rejected if it is wrong",
    arguments: today)
  func isJudged(_ work: Work) throws {
    let verification = try Verification(
      beside: LabProcess.executable, deadline: .seconds(8), width: 1)
    let outcome = try verification.verify(work.exercise, SubjectFiles([work.file.path]))
    guard case .graded(let grade) = outcome else {
      Issue.record("it does not compile: \(outcome)")
      return
    }
    #expect(grade.passed == work.isRight, "\(grade.message)")
  }
}
