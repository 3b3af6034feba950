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
  /// How many scenes run at a time: most of them sleep most of the time.
  let width: Int

  /// - Parameters:
  ///   - executable: the program whose libraries to compile against.
  ///   - deadline: how long a scene may be busy.
  ///   - width: how many scenes run at a time. By default four times as many as there are cores.
  init(
    beside executable: URL = Executable.url, deadline: Duration = .seconds(3),
    width: Int = ProcessInfo.processInfo.activeProcessorCount * 4
  ) throws(Failure) {
    compiler = try SubjectCompiler(.course, beside: executable)
    self.deadline = deadline
    self.width = width
  }

  /// The result of a verification.
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

  /// Verifies the files. Blocks the calling thread.
  func verify(_ exercise: Exercise, _ files: SubjectFiles) throws(Failure) -> Outcome {
    try verify(exercise, files, rounds: 1)[0]
  }

  /// The same so many times, compiled once. One outcome for each round, or one if the files do not
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
        // Where scenes run side by side, the rules do, too. Of a file that fails they are not
        // needed.
        let checked = Meanwhile(beginsAtOnce: width > 1) {
          try check(exercise, program, files, in: folder)
        }
        let (runs, isGone) = try run(exercise, program, Patience(files), in: folder)
        let remark = isGone ? Self.removed : nil
        var grade = Grade(exercise, runs: runs, remark: remark)
        if let trapped = grade.trapped, !grade.explainsTrap {
          let stack = stack(of: trapped, program, files, in: folder)
          grade = Grade(exercise, runs: runs, remark: remark, stack: stack)
        }
        if grade.passed { try take(checked, into: &grade) }
        outcomes.append(.graded(grade))
      }
      return outcomes
    }
  }

  /// Fails a file whose scenes all go well if its class breaks a rule.
  private func take(
    _ checked: Meanwhile<(broken: ConformanceReport.Result?, isWhole: Bool)>,
    into grade: inout Grade
  ) throws(Failure) {
    do {
      let (broken, isWhole) = try checked.value()
      if let broken { grade.fail(broken) } else if !isWhole { grade.add(Self.noSanitizer) }
    } catch {
      throw Failure(status: .internalFault, message: "cannot run your program: \(error)")
    }
  }

  /// The results of `lab check` for the rules that the exercise names, and whether it looked for
  /// data races if they are among them.
  private func check(
    _ exercise: Exercise, _ program: URL, _ files: SubjectFiles, in folder: TemporaryFolder
  ) throws -> (broken: ConformanceReport.Result?, isWhole: Bool) {
    let rules = exercise.rules.compactMap(Battery.rule)
    guard !rules.isEmpty else { return (nil, true) }
    let races = Meanwhile { () -> [ConformanceReport.Result]? in
      guard exercise.rules.contains(Conformance.Rule.noDataRaces.id) else { return [] }
      return try self.races(in: files, exercise)
    }
    let runner = BatteryRunner(width: width) { child(of: program, $0.arguments, in: folder) }
    // The rules run in the learner's program. Here the class is only named.
    let subject = Subject(exercise.title) { _ in Operation() }
    let results = try runner.check(subject, rules: rules).results
    let found = try races.value()
    // An exercise names few rules and is about those, so even a remark fails it.
    let broken = (results + (found ?? [])).first { $0.verdict == .broken || $0.remark != nil }
    return (broken, found != nil)
  }

  /// What the thread sanitizer sees in the trials of a rule that reads a class's state all the
  /// time. `nil` where there is no sanitizer.
  private func races(
    in files: SubjectFiles, _ exercise: Exercise
  ) throws -> [ConformanceReport.Result]? {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var compiler = compiler
    compiler.sanitizes = true
    let outcome = try? compiler.compile(files, driver: exercise.driver, in: folder)
    guard case .program(let program)? = outcome, let rule = Battery.rule("ends-not-executing")
    else { return nil }
    let environment = compiler.runningEnvironment
    let runner = BatteryRunner { order in
      var child = child(of: program, order.arguments, in: folder)
      child.environment = environment
      return child
    }
    return try runner.races(of: exercise.title, in: rule, files: files.paths).results
  }

  private static let noSanitizer =
    "(The thread sanitizer cannot be used here, so data races were not looked for.)"
  private static let removed = "(Your program has removed the folder that lab ran it in.)"

  /// Runs the scenes, some at a time, each in an empty folder of its own.
  ///
  /// - Returns: the runs, and whether a program has removed its folder.
  private func run(
    _ exercise: Exercise, _ program: URL, _ patience: Patience, in folder: TemporaryFolder
  ) throws(Failure) -> (runs: [Run], isGone: Bool) {
    let results = Locked([String: Result<(run: Run, isGone: Bool), any Error>]())
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
    for scene in exercise.scenes {
      queue.addOperation {
        let result = Result { try run(scene.name, program, patience, in: folder) }
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
          message: "your program has removed the folder that lab runs it in. Take that out of it")
      }
      throw Failure(status: .internalFault, message: "cannot run your program: \(error)")
    }
  }

  private func run(
    _ scene: String, _ program: URL, _ patience: Patience, tellsStacks: Bool = false,
    in folder: TemporaryFolder
  ) throws -> (run: Run, isGone: Bool) {
    var child = child(of: program, [scene, patience.argument], in: folder)
    child.tellsStacks = tellsStacks
    let run = try ProgramRunner(child: child, deadline: deadline).run(scene)
    return (run, child.folder.map { !FileManager.default.fileExists(atPath: $0.path) } ?? false)
  }

  /// A process of the learner's program in an empty folder of its own: it may remove all that it
  /// finds around itself, and the others must not miss it.
  private func child(
    of program: URL, _ arguments: [String], in folder: TemporaryFolder
  ) -> ChildProcess {
    let place = folder.url.appendingPathComponent("in-\(UUID().uuidString)")
    let own = place.appendingPathComponent("program")
    // If these fail, so does the start of the process, which is reported.
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try? FileManager.default.linkItem(at: program, to: own)
    var child = ChildProcess(executable: own, arguments: arguments)
    child.folder = place
    return child
  }

  /// The calls in the learner's file that have led to a trap: the scene runs again and tells them.
  /// None if it does not trap again.
  private func stack(
    of run: Run, _ program: URL, _ files: SubjectFiles, in folder: TemporaryFolder
  ) -> [StackFrame] {
    let again = try? self.run(
      run.program, program, Patience(files), tellsStacks: true, in: folder
    ).run
    let own = Set(files.paths.map { URL(fileURLWithPath: $0).standardizedFileURL.path })
    let calls =
      again.flatMap { run in
        Whereabouts(in: run.detail.output, files: files.paths, hasDied: true).stacks.first
      } ?? []
    return calls.filter { own.contains(URL(fileURLWithPath: $0.file).standardizedFileURL.path) }
  }
}

/// How long a scene waits for a timer that it does not know of, while an operation is under way.
private struct Patience {
  private let silence: Duration

  /// The scene knows of the timers that a learner's file sets, but for a few kinds. Their name in a
  /// comment costs only time.
  init(_ files: SubjectFiles) {
    let usesUnknownClock = files.sources.contains { source in
      source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        .contains { LearnersClockFile.unknownClocks.contains(String($0)) }
    }
    silence = .milliseconds(usesUnknownClock ? 400 : 100)
  }

  /// Tells the scene.
  var argument: String { "\(Int(silence / .milliseconds(1)))" }
}

/// Work that is done on a thread of its own meanwhile, or not before it is asked for.
private final class Meanwhile<Value: Sendable>: Sendable {
  private let result = Locked<Result<Value, any Error>?>(nil)
  private let isDone = Door()
  private let body: @Sendable () throws -> Value

  init(beginsAtOnce: Bool = true, _ body: @escaping @Sendable () throws -> Value) {
    self.body = body
    if beginsAtOnce { begin() } else { isDone.open() }
  }

  private func begin() {
    Thread.detachNewThread { [self] in
      let value = Result { try body() }
      result.withLock { $0 = value }
      isDone.open()
    }
  }

  /// The value. Blocks the calling thread until it is there.
  func value() throws -> Value {
    while !isDone.wait(deadline: .seconds(60)) {}
    return try result.withLock { $0 }?.get() ?? body()
  }
}
