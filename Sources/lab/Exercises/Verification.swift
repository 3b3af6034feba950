import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// Compiles a learner's file with the driver of its exercise, runs every scene in a process of its
/// own, and grades the runs.
struct Verification {
  let compiler: SubjectCompiler
  /// When a scene is stopped that is still busy.
  let deadline: Duration
  /// How many scenes run at a time.
  let width: Int

  /// - Parameters:
  ///   - executable: the program whose libraries to compile against.
  ///   - deadline: how long a scene may be busy.
  ///   - width: how many scenes run at a time; by default as many as there are cores.
  init(
    beside executable: URL = Executable.url, deadline: Duration = .seconds(3),
    width: Int = ProcessInfo.processInfo.activeProcessorCount
  ) throws(Failure) {
    compiler = try SubjectCompiler(.course, beside: executable)
    self.deadline = deadline
    self.width = width
  }

  /// What came of it.
  enum Outcome {
    case graded(Grade)
    /// The compiler's own messages, with the learner's file and line.
    case refused(messages: String)

    /// Whether the file passes.
    var passed: Bool {
      if case .graded(let grade) = self { grade.passed } else { false }
    }

    /// The outcome for scripts.
    func json(_ exercise: Exercise) -> Grade.JSON {
      switch self {
      case .graded(let grade): grade.json
      case .refused(let messages): Grade.JSON(exercise, doesNotCompile: messages)
      }
    }
  }

  /// Verifies the files; blocks the calling thread.
  func verify(_ exercise: Exercise, _ files: SubjectFiles) throws(Failure) -> Outcome {
    try verify(exercise, files, rounds: 1)[0]
  }

  /// The same so many times, compiled once; one outcome for each round, or one if the files do not
  /// compile.
  func verify(
    _ exercise: Exercise, _ files: SubjectFiles, rounds: Int
  ) throws(Failure) -> [Outcome] {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    defer {
      folder.remove()
      other.remove()
    }
    switch try compiler.compile(files, exercise: exercise.driver, in: folder) {
    case .refused(let messages): return [.refused(messages: messages)]
    case .program(let program):
      var (outcomes, sanitized) = ([Outcome](), SubjectCompiler.Outcome?.none)
      for _ in 0..<rounds {
        let (runs, isGone) = try run(exercise, program, in: folder)
        var grade = Grade(exercise, runs: runs, remark: isGone ? Self.removed : nil)
        if grade.passed { try judge(&grade, of: exercise, program) }
        if grade.passed, exercise.rules.contains(Conformance.Rule.noDataRaces.id) {
          if sanitized == nil { sanitized = try compileSanitized(files, exercise, in: other) }
          try judgeRaces(&grade, of: exercise, sanitized, files)
        }
        outcomes.append(.graded(grade))
      }
      return outcomes
    }
  }

  /// Fails the file if its class breaks a rule of `lab check` although all scenes go well.
  private func judge(
    _ grade: inout Grade, of exercise: Exercise, _ program: URL
  ) throws(Failure) {
    let rules = exercise.rules.compactMap(Battery.rule)
    guard !rules.isEmpty else { return }
    let runner = BatteryRunner { order in
      ChildProcess(executable: program, arguments: order.arguments)
    }
    try judge(&grade) { try runner.check(Self.subject(exercise), rules: rules) }
  }

  /// Fails the file if the thread sanitizer sees a data race in its class, in the trials of a rule
  /// that reads its state all the time. Where there is no sanitizer, the message says so.
  private func judgeRaces(
    _ grade: inout Grade, of exercise: Exercise, _ sanitized: SubjectCompiler.Outcome?,
    _ files: SubjectFiles
  ) throws(Failure) {
    guard case .program(let program) = sanitized else { return grade.add(Self.noSanitizer) }
    var compiler = compiler
    compiler.sanitizes = true
    let environment = compiler.runningEnvironment
    // What is watched at every step is some ten times slower.
    let runner = BatteryRunner(deadline: deadline * 10) { order in
      ChildProcess(executable: program, arguments: order.arguments, environment: environment)
    }
    let rules = ["ends-not-executing"].compactMap(Battery.rule)
    try judge(&grade) {
      let report = try runner.check(Self.subject(exercise), rules: rules, racesIn: files.paths)
      return ConformanceReport(
        subject: report.subject,
        results: report.results.filter { $0.rule.id == Conformance.Rule.noDataRaces.id })
    }
  }

  private func judge(
    _ grade: inout Grade, by check: () throws -> ConformanceReport
  ) throws(Failure) {
    do {
      // An exercise names few rules; it is about those, and a remark is not enough.
      if let broken = try check().results.first(where: { $0.verdict == .broken || $0.remark != nil }
      ) {
        grade.fail(broken)
      }
    } catch {
      throw Failure(status: .internalFault, message: "cannot run your program: \(error)")
    }
  }

  /// The rules run in the learner's program; here the class is only named.
  private static func subject(_ exercise: Exercise) -> Subject {
    Subject(exercise.title) { _ in Operation() }
  }

  private func compileSanitized(
    _ files: SubjectFiles, _ exercise: Exercise, in folder: TemporaryFolder
  ) throws(Failure) -> SubjectCompiler.Outcome {
    var compiler = compiler
    compiler.sanitizes = true
    do {
      return try compiler.compile(files, driver: exercise.driver, in: folder)
    } catch {
      return .refused(messages: error.message)
    }
  }

  private static let noSanitizer =
    "(The thread sanitizer cannot be used here, so data races were not looked for.)"
  private static let removed = "(Your program has removed the folder that lab ran it in.)"

  /// Runs the scenes, some at a time, each in an empty folder of its own.
  ///
  /// - Returns: the runs, and whether a program has removed its folder.
  private func run(
    _ exercise: Exercise, _ program: URL, in folder: TemporaryFolder
  ) throws(Failure) -> (runs: [Run], isGone: Bool) {
    let results = Locked([String: Result<(run: Run, isGone: Bool), any Error>]())
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
    for scene in exercise.scenes {
      queue.addOperation {
        let result = Result { try run(scene.name, program, in: folder) }
        results.withLock { $0[scene.name] = result }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    do {
      let all = results.withLock { $0 }
      let found = try exercise.scenes.compactMap { try all[$0.name]?.get() }
      return (found.map(\.run), found.contains(where: \.isGone))
    } catch let error as NotDecided {
      throw Failure(status: .internalFault, message: "\(error)")
    } catch {
      guard FileManager.default.fileExists(atPath: program.path) else {
        throw Failure(
          status: .failed,
          message: "your program has removed the folder that lab runs it in; take that out of it")
      }
      throw Failure(status: .internalFault, message: "cannot run your program: \(error)")
    }
  }

  private func run(
    _ scene: String, _ program: URL, in folder: TemporaryFolder
  ) throws -> (run: Run, isGone: Bool) {
    let place = folder.url.appendingPathComponent("in-\(scene)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    // A program may remove all that it finds around itself; the others must not miss it.
    let own = place.appendingPathComponent("program")
    try FileManager.default.linkItem(at: program, to: own)
    defer { Self.remove(place) }
    var child = ChildProcess(executable: own, arguments: [scene])
    child.folder = place
    let run = try ProgramRunner(child: child, deadline: deadline).run(scene)
    return (run, !FileManager.default.fileExists(atPath: place.path))
  }

  /// What is not there any more need not be removed; the rest goes with the folder around it.
  private static func remove(_ place: URL) {
    do { try FileManager.default.removeItem(at: place) } catch {}
  }
}
