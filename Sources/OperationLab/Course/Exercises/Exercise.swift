import OperationBench
import OperationDoctor

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
  /// The names of those that the thread sanitizer sees: where threads meet, and what requirements name.
  package let scenesForSanitizer: [String]
  /// The worlds among its scenes, by name: in each of them the file must do what the kit's solution does, as
  /// far as its view sees.
  package let worlds: [String: World]
  /// What counts in a world.
  let view: @Sendable (World) -> [Look]
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
  ///   - view: what counts in a world.
  ///   - rules: the rules of `lab check` that a mended class must keep, too.
  ///   - make: an expression in Swift for these rules. It makes an operation with `probe`'s work.
  ///   - keepsLines: whether the lines of the file are only to be moved.
  ///   - call: what the scenes call, as a closure in Swift over the names of the learner's file.
  init<Input, Output>(
    _ lesson: Int, place: Int = 1, exam: Int? = nil, _ kind: Kind, _ title: String,
    _ scenes: Scenes<Input, Output>, at host: String, call: String, mistake: String? = nil,
    requirements: [Requirement], remarks: [Requirement] = [], rules: [String] = [],
    make: String = "Operation()", keepsLines: Bool = false,
    view: @escaping @Sendable (World) -> [Look] = { _ in [] }
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
    self.scenes = scenes.all.filter { $0.world != nil || named.contains($0.name) }
      .map { ($0.name, $0.expected, $0.isExplored) }
    scenesForSanitizer = scenes.all.filter { scene in
      scene.isForSanitizer || named.contains(scene.name) || scene.world?.isExplored == true
    }.map(\.name)
    worlds = scenes.all.reduce(into: [:]) { $0[$1.name] = $1.world }
    self.view = view
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

extension Exercise {
  /// Of which rule of its lesson it is, by its place there. The first if it is not named here.
  private static let rules = [
    "0": 1, "1": 2, "2": 1, "3": 1, "5": 2, "7": 1, "8": 2, "9": 2, "10.0": 2, "10": 1, "10.3": 2,
    "11": 1, "12": 1, "15.0": 2, "15.2": 2, "14": 2, "16": 1, "16.2": 2, "17": 2, "17.2": 1,
    "18.2": 1,
    "19": 2, "20.2": 2, "21": 1, "21.2": 2, "22": 1, "22.2": 2,
  ]

  /// The rule of its lesson that was at stake. `nil` of an exercise for an exam.
  package func rule(in language: Language) -> String? {
    guard !isExam, let lesson = Lessons.find("\(lesson)") else { return nil }
    let all = lesson.rules(in: language)
    let place = Self.rules[id] ?? 0
    return all.indices.contains(place) ? all[place] : nil
  }
}

/// The exercises of all lessons, in their order.
package enum Exercises {
  /// Adding one adds a line here.
  package static let all: [Exercise] = [
    Exercise00.order,
    Exercise01.frozen,
    Exercise02.waiting,
    Exercise03.silent,
    Exercise04.order,
    Exercise05.halves,
    Exercise06.two,
    Exercise07.circle,
    Exercise08.order,
    Exercise09.loop,
    Exercise10.arranged, Exercise10.executing, Exercise10.whole, Exercise10.once,
    Exercise11.early,
    Exercise12.eager, Exercise12.save,
    Exercise13.retry,
    Exercise14.arranged, Exercise14.exits, Exercise14.failure,
    Exercise15.arranged, Exercise15.claim, Exercise15.announcing,
    Exercise16.circle, Exercise16.completion,
    Exercise17.waits, Exercise17.suspended, Exercise17.hanging,
    Exercise18.cancelling, Exercise18.building,
    Exercise19.appending, Exercise19.building,
    Exercise20.once, Exercise20.manager,
    Exercise21.stopping, Exercise21.six,
    Exercise22.cancelling, Exercise22.resuming,
    Exercise23.two,
  ]

  /// Those for an exam. They do not count as progress.
  package static let exam: [Exercise] = [
    Exam.tile, Exam.subtitles, Exam.loads, Exam.archive, Exam.photos, Exam.refresher,
  ]

  /// All that `lab verify` judges.
  package static let withExam = all + exam

  /// Those of a lesson.
  package static func of(_ lesson: Int) -> [Exercise] {
    all.filter { $0.lesson == lesson }
  }

  /// The exercise of that id. The lesson's number or name stand for the one in place 1.
  package static func find(_ name: String) -> Exercise? {
    if let exact = withExam.first(where: { $0.id == name })
      ?? all.first(where: { "\($0.lesson).\($0.place)" == name })
    {
      return exact
    }
    return Lessons.find(name).flatMap { of($0.number).first { $0.place == 1 } }
  }
}
