import OperationBench

/// A short Swift file that compiles and has a mistake, and how to decide whether it was mended.
///
/// The learner's file lies beside the lesson's page, in a folder `exercises/` with its place. What
/// it declares is called by a driver that the learner does not see: in one scene or more, each on a
/// bench in a process of its own. The file gets no bench and no log, so nothing that it writes can
/// stand for an event.
package struct Exercise: Sendable {
  /// The number of its lesson.
  package let lesson: Int
  /// Whether it is for an exam: the checkout has no hints and no solution.
  package let isExam: Bool
  /// Its place among the exercises of the lesson, from 1. 0 has lines to arrange that a later one asks for.
  /// Of an exam, its number.
  package let place: Int
  /// What is asked of the learner.
  package let kind: Kind
  /// What it is about, in a few words.
  package let title: String
  /// The expression, in Swift, with which the driver hosts a scene of the learner's file.
  let hosting: String
  /// The scenes that its requirements name, how each must end, and whether it is run in many orders.
  package let scenes: [(name: String, expected: Run.Outcome, isExplored: Bool)]
  /// The requirements of a mended file. The learner sees the first one that fails.
  package let requirements: [Requirement]
  /// What its task does not ask for, and the learner should know: their messages are sentences for a file
  /// that passes.
  package let remarks: [Requirement]
  /// The ids of the rules of `lab check` that a mended class must keep, too.
  package let rules: [String]
  /// Whether a file fails that has other lines of code than it was given with: they are only to be moved.
  package let keepsLines: Bool
  /// The expression, in Swift, that makes an operation with the work of a probe.
  private let making: String
  private let mistakeID: String

  /// What is asked of the learner. Raw values are part of the JSON.
  package enum Kind: String, Codable, Sendable {
    /// The file has one mistake.
    case mend
    /// The file is fine, and must be made to hang, for a certain reason.
    case hang
    /// The lines are right and stand in the wrong order.
    case arrange
    /// A class or a function is to be written from its contract.
    case write
    /// A piece of one of the articles' systems is to be built.
    case build
  }

  /// - Parameters:
  ///   - exam: its number in the exam. `nil` for an exercise of the course.
  ///   - scenes: the calls of the learner's file. `host` is where the library keeps it.
  ///   - mistake: the requirement that the unchanged file misses. The first by default.
  ///   - rules: the rules of `lab check` that a mended class must keep, too.
  ///   - make: an expression in Swift for these rules. It makes an operation with `probe`'s work.
  ///   - keepsLines: whether the lines of the file are only to be moved.
  ///   - call: what the scenes call, as a closure in Swift over the names of the learner's file.
  init<Input, Output>(
    _ lesson: Int, place: Int = 1, exam: Int? = nil, _ kind: Kind, _ title: String,
    _ scenes: Scenes<Input, Output>, at host: String, call: String, mistake: String? = nil,
    requirements: [Requirement], remarks: [Requirement] = [], rules: [String] = [],
    make: String = "Operation()", keepsLines: Bool = false
  ) {
    self.keepsLines = keepsLines
    self.remarks = remarks
    self.rules = rules
    making = make
    self.lesson = lesson
    self.place = exam ?? place
    isExam = exam != nil
    self.kind = kind
    self.title = title
    let named = Set((requirements + remarks).flatMap(\.scenes))
    self.scenes = scenes.all.filter { named.contains($0.name) }
      .map { ($0.name, $0.expected, $0.isExplored) }
    self.requirements = requirements
    mistakeID = mistake ?? requirements[0].id
    hosting = "OperationCourse.\(host).host(\(call), quit: _exit)"
  }

  /// Its name in commands: the lesson's number, then a dot and its place unless it is the first. Or
  /// `exam.1`.
  package var id: String {
    isExam ? "exam.\(place)" : place == 1 ? "\(lesson)" : "\(lesson).\(place)"
  }

  /// The requirement that the unchanged file does not fulfil.
  package var mistake: Requirement {
    requirements.first { $0.id == mistakeID } ?? requirements[0]
  }

  /// The program that calls the learner's file. It takes the name of a scene.
  package var driver: String {
    """
    import Foundation
    import OperationCourse
    @_spi(LabCheck) import OperationTesting

    @main
    enum LabExerciseDriver {
      static func make(_ probe: OperationTesting.Probe) -> Foundation.Operation {
    #sourceLocation(file: "\(Self.driverName)", line: 1)
    \(making)
    #sourceLocation()
      }

      @MainActor
      static func main() {
        if Swift.CommandLine.arguments.last?.hasPrefix("{") == true {
          OperationTesting.Conformance.host(
            arguments: Swift.Array(Swift.CommandLine.arguments.dropFirst()),
            usesProbe: true, make: { make($0) }, quit: _exit)
        }
    #sourceLocation(file: "\(Self.driverName)", line: 1)
    \(hosting)
    #sourceLocation()
      }
    }

    """
  }

  /// What the compiler calls the driver in its messages: they say that a name is gone which the
  /// exercise needs.
  package static let driverName = "what-lab-calls"
}
