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
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    switch try compiler.compile(files, exercise: exercise.driver, in: folder) {
    case .refused(let messages): return [.refused(messages: messages)]
    case .program(let program):
      var outcomes: [Outcome] = []
      for _ in 0..<rounds {
        let (runs, isGone) = try run(exercise, program, in: folder)
        var grade = Grade(exercise, runs: runs, remark: isGone ? Self.removed : nil)
        if grade.passed, let broken = try brokenRule(of: exercise, program) { grade.fail(broken) }
        if grade.passed, let race = try dataRace(of: exercise, files) { grade.fail(race) }
        outcomes.append(.graded(grade))
      }
      return outcomes
    }
  }

  /// The first rule of `lab check` that the class breaks although all scenes go well.
  private func brokenRule(
    of exercise: Exercise, _ program: URL
  ) throws(Failure) -> ConformanceReport.Result? {
    let rules = exercise.rules.compactMap(Battery.rule)
    guard !rules.isEmpty else { return nil }
    let runner = BatteryRunner { order in
      ChildProcess(executable: program, arguments: order.arguments)
    }
    do {
      return try runner.check(Subject(exercise.title) { _ in Operation() }, rules: rules)
        .results.first { $0.verdict == .broken }
    } catch {
      throw Failure(status: .internalFault, message: "cannot run your program: \(error)")
    }
  }

  /// A data race of the class in the trials of a rule that asks it all the time, if the exercise asks for that and the thread
  /// sanitizer is there.
  private func dataRace(
    of exercise: Exercise, _ files: SubjectFiles
  ) throws(Failure) -> ConformanceReport.Result? {
    guard exercise.rules.contains("no-data-races") else { return nil }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var compiler = compiler
    compiler.sanitizes = true
    let environment = compiler.runningEnvironment
    guard
      case .program(let program)? = try? compiler.compile(
        files, exercise: exercise.driver, in: folder)
    else { return nil }
    // What is watched at every step is some ten times slower.
    let runner = BatteryRunner(deadline: deadline * 10) { order in
      ChildProcess(executable: program, arguments: order.arguments, environment: environment)
    }
    let output = Locked("")
    let progress = BatteryRunner.Progress(
      didRun: { run, _, _ in output.withLock { $0 += run.detail.output } }, didJudge: { _ in })
    let rules = ["ends-not-executing"].compactMap(Battery.rule)
    do {
      let report = try runner.check(
        Subject(exercise.title) { _ in Operation() }, rules: rules, progress: progress)
      let text = output.withLock { $0 }
      return report.adding(DataRace.all(in: text, files: files.paths), unreadable: 0)
        .results.last { $0.rule.id == "no-data-races" && $0.verdict == .broken }
    } catch {
      throw Failure(status: .internalFault, message: "cannot run your program: \(error)")
    }
  }

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
