import OperationLab
import Foundation
import OperationCourse
import OperationDownloads
import OperationBench

/// Many learners' work in one folder, a folder each.
struct Classroom {
  /// The results of one learner. Once shipped: add, never rename.
  struct Report: Encodable, Sendable {
    /// The name of the learner's folder.
    var student: String
    /// A grade for each exercise in the folder.
    var exercises: [Grade.JSON] = []
    /// The files that could not be graded, a line each.
    var problems: [String] = []

    /// Whether there is something, and all of it passes.
    var passed: Bool { problems.isEmpty && !exercises.isEmpty && exercises.allSatisfy(\.passed) }
  }

  /// One of so many parts of a class: a build server grades each on a machine of its own.
  struct Shard: Equatable {
    let number: Int
    let count: Int

    static let whole = Shard(number: 1, count: 1)

    /// - Parameter words: such as `3/20`.
    /// - Throws: a usage failure for other words.
    init(_ words: String) throws(Failure) {
      let numbers = words.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
        (1...10_000).contains(count), (1...count).contains(number)
      else { throw .usage("'--shard' needs a part of a whole, such as 3/20, and not '\(words)'") }
      (self.number, self.count) = (number, count)
    }

    private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// Every so many of them, so that the parts differ by one at most.
    func part<Element>(of all: [Element]) -> [Element] {
      stride(from: number - 1, to: all.count, by: count).map { all[$0] }
    }
  }

  private let students: [(name: String, workplace: Workplace)]
  let shard: Shard

  /// - Parameter shard: the part of the learners to grade, in the order of their names.
  /// - Throws: a failure with status 66 when there is no such folder.
  init(_ folder: String, shard: Shard = .whole) throws(Failure) {
    self.shard = shard
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Failure(
        status: .unreadable,
        message: "cannot read the folder \(folder). Name one with a folder for each learner")
    }
    let all = names.sorted().filter { !$0.hasPrefix(".") && Self.isFolder("\(folder)/\($0)") }
    guard !all.isEmpty else {
      throw Failure(
        status: .unreadable, message: "there is no folder in \(folder). It needs one per learner")
    }
    students = shard.part(of: all).map { name in
      let nested = "\(folder)/\(name)/lab-work"
      return (name, Workplace(Self.isFolder(nested) ? nested : "\(folder)/\(name)"))
    }
  }

  /// A folder of its own: a link could lead anywhere.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Verifies all that is there, as many files at a time as there are cores. Goes on when one of
  /// them cannot be graded. Blocks the calling thread.
  ///
  /// - Parameter progress: called on any thread, one call at a time.
  func grade(
    _ verification: Verification,
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) -> [Report] {
    let jobs = students.enumerated().flatMap { place, student in
      Exercises.withExam.filter(student.workplace.has).map { (place, $0) }
    }
    typealias Result = (place: Int, exercise: Exercise, result: Swift.Result<Grade.JSON, Failure>)
    let results = Locked<[Result]>([])
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    for (place, exercise) in jobs {
      let workplace = students[place].workplace
      queue.addOperation {
        let result = Swift.Result { () throws(Failure) in
          try verification.verify(exercise, workplace.files(of: exercise)).json(exercise)
        }
        results.withLock {
          $0.append((place, exercise, result))
          progress($0.count, jobs.count)
        }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    let all = results.withLock { $0 }
    return students.enumerated().map { place, student in
      Self.report(student.name, all.filter { $0.place == place }.map { ($0.exercise, $0.result) })
    }
  }

  private static func report(
    _ name: String, _ results: [(exercise: Exercise, result: Result<Grade.JSON, Failure>)]
  ) -> Report {
    let order = Exercises.withExam.map(\.id)
    let sorted = results.sorted {
      (order.firstIndex(of: $0.exercise.id) ?? 0) < (order.firstIndex(of: $1.exercise.id) ?? 0)
    }
    var report = Report(student: name)
    for (exercise, result) in sorted {
      switch result {
      case .success(let grade): report.exercises.append(grade)
      case .failure(let failure): report.problems.append("\(exercise.id): \(failure.message)")
      }
    }
    if results.isEmpty { report.problems = ["no exercise is there"] }
    return report
  }

  /// A line for each learner and exercise, after RFC 4180. Only the first part of a class has the line
  /// with the names of the fields, so that the parts are put together by `cat`.
  static func csv(_ reports: [Report], of shard: Shard = .whole) -> String {
    func field(_ text: String) -> String {
      // A spreadsheet takes such a beginning for a formula.
      let safe = ["=", "+", "-", "@"].contains(text.prefix(1)) ? "'" + text : text
      return "\"" + safe.replacing("\"", with: "\"\"").replacing("\n", with: " ") + "\""
    }
    let rows = reports.flatMap { report in
      report.exercises.map { grade in
        [report.student, grade.exercise, grade.passed ? "1" : "0", grade.message]
      } + report.problems.map { [report.student, "", "0", $0] }
    }
    let names = ["student", "exercise", "points", "message"]
    return ((shard.number == 1 ? [names] : []) + rows)
      .map { $0.map(field).joined(separator: ",") }.joined(separator: "\n")
  }

  /// A line for each learner, and below it what is not passed.
  static func table(_ reports: [Report], _ paper: Paper) -> String {
    reports.map { report in
      let passed = report.exercises.count(where: \.passed)
      let open = report.exercises.filter { !$0.passed }.map { grade in
        let words = grade.compiled ? grade.message : "does not compile"
        return words.wrapped(
          to: paper.width, indent: 4, firstIndent: "    \(grade.exercise): ")
      }
      let problems = report.problems.map { $0.wrapped(to: paper.width, indent: 4) }
      return
        (["\(report.student): \(passed) of \(report.exercises.count) passed"] + open + problems)
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
