import Foundation
import OperationCourse
import OperationDownloads
import OperationDoctor
import OperationLab
import OperationBench
import OperationTesting

/// Compiles a learner's file with the driver of its exercise, runs every scene in a process of its
/// own, and grades the runs.
package struct Verification {
  private(set) var compiler: SubjectCompiler
  /// When a scene is stopped that is still busy.
  private(set) var deadline: Duration
  /// How many scenes run at a time: most of them sleep most of the time.
  let width: Int
  /// Whether nobody waits for the outcome any more. Then it is left off, and the outcome tells nothing.
  var isLeftOff: @Sendable () -> Bool = { false }
  /// Gets each run in each order. Then none is judged.
  private var witness: (@Sendable (Run) -> Void)?

  /// - Parameters:
  ///   - executable: the program whose libraries to compile against.
  ///   - deadline: how long a scene may be busy.
  ///   - width: how many scenes run at a time. By default four times as many as there are cores.
  init(
    beside executable: URL = Executable.url, deadline: Duration = .seconds(3),
    width: Int = ProcessInfo.processInfo.activeProcessorCount * 4
  ) throws(Failure) {
    compiler = try SubjectCompiler(.course, beside: executable)
    // A learner's package is one of Swift 5.
    compiler.checksIsolation = false
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
    switch try compile(files, for: exercise, in: folder) {
    case .refused(let messages): return [.refused(messages: messages)]
    case .program(let program):
      let worlds = try ExerciseSource(exercise: exercise).outcomes()
      var outcomes: [Outcome] = []
      for _ in 0..<rounds {
        let (runs, isGone) = try run(exercise, program, SceneArguments(files), worlds, in: folder)
        let remark = isGone ? Self.removed : nil
        var grade = Grade(exercise, runs: runs, outcomes: worlds, remark: remark)
        if let trapped = grade.trapped, !grade.explainsTrap {
          let lines = CallLines(
            of: program, in: .files(files.paths), symbolizer: compiler.symbolizer)
          // Behind the call of a library in which it traps.
          let calls = lines.report(on: trapped)?.stacks.first ?? []
          let place = calls.first { $0.line > 0 }?.description
          grade = Grade(
            exercise, runs: runs, outcomes: worlds, remark: remark, trapIn: place)
        }
        // Only then: of a file that fails nothing is left running, nor makes its folder again.
        if grade.passed { try check(exercise, program, files, &grade, in: folder) }
        outcomes.append(.graded(grade))
      }
      return outcomes
    }
  }

  /// What comes of the worlds of an exercise: in each order, so many times.
  ///
  /// - Parameter kept: what is known to come of them. Another outcome of an order counts if it comes of that order
  ///   again.
  /// - Throws: a failure when the file does not compile.
  package static func outcomes(
    of exercise: Exercise, file: String, rounds: Int, besides kept: Outcomes? = nil
  ) throws(Failure) -> Outcomes {
    var verification = try Verification(deadline: .seconds(8))
    let files = try SubjectFiles([file])
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    guard
      case .program(let program) = try verification.compile(files, for: exercise, in: folder)
    else { throw Failure(status: .failed, message: "\(exercise.id) does not compile") }
    let seen = Locked<[Run]>([])
    if kept == nil { verification.witness = { run in seen.withLock { $0.append(run) } } }
    for _ in 0..<rounds {
      let runs = try verification.run(exercise, program, SceneArguments(files), kept, in: folder)
        .runs
      seen.withLock { $0 += runs }
    }
    return Outcomes(exercise, seen.withLock { $0 })
  }

  /// Fails a file whose scenes all go well if it has other lines than are to be moved, if its class breaks a
  /// rule, or if two threads use its memory without a lock.
  private func check(
    _ exercise: Exercise, _ program: URL, _ files: SubjectFiles, _ grade: inout Grade,
    in folder: TemporaryFolder
  ) throws(Failure) {
    let rules = exercise.rules.compactMap(Battery.rule)
    let runner = BatteryRunner(width: width) { child(of: program, $0.arguments, in: folder) }
    guard !isLeftOff() else { return }
    if exercise.keepsLines,
      let line = try ExerciseSource(exercise: exercise).changedLine(in: files.sources)
    {
      return grade.fail(changedLine: line)
    }
    do {
      // The rules run in the learner's program. Here the class is only named.
      let subject = Subject(exercise.title) { _ in Operation() }
      let results = try rules.isEmpty ? [] : runner.check(subject, rules: rules).results
      // An exercise names few rules and is about those, so even a remark fails it.
      if let broken = results.first(where: { $0.verdict == .broken || $0.remark != nil }) {
        return grade.fail(broken)
      }
    } catch {
      throw Failure(status: .internalFault, message: "cannot run your program: \(error)")
    }
    switch races(in: files, exercise) {
    case nil: grade.add(Self.noSanitizer)
    case let races? where races.isEmpty: break
    case let races?: grade.fail(races)
    }
  }

  /// What the thread sanitizer sees in the scenes. `nil` where it cannot be used, or did not see
  /// them to their end.
  private func races(in files: SubjectFiles, _ exercise: Exercise) -> [DataRace]? {
    var copy = self
    copy.compiler.sanitizes = true
    copy.deadline = deadline * 5
    guard let folder = try? TemporaryFolder() else { return nil }
    defer { folder.remove() }
    guard
      case .program(let program)? = try? copy.compile(files, for: exercise, in: folder)
    else { return nil }
    // A busy machine may keep it from its end.
    for _ in 1...2 {
      guard
        let runs = try? copy.run(exercise, program, SceneArguments(files), nil, in: folder).runs
      else { continue }
      let output = runs.map(\.detail.output).joined(separator: "\n")
      let races = DataRace.all(in: output, .files(files.paths))
      let isWhole =
        DataRace.unreadable(in: output) == 0 && !runs.contains { $0.detail.reachedDeadline }
      if isWhole || !races.isEmpty { return races }
    }
    return nil
  }

  private static let noSanitizer: Phrase =
    "(The thread sanitizer cannot be used here, so data races were not looked for.)"
  private static let removed: Phrase = "(Your program has removed the folder that lab ran it in.)"

  /// Runs the scenes, some at a time, each in an empty folder of its own.
  ///
  /// - Returns: the runs, and whether a program has removed its folder.
  private func run(
    _ exercise: Exercise, _ program: URL, _ arguments: SceneArguments, _ outcomes: Outcomes?,
    in folder: TemporaryFolder
  ) throws(Failure) -> (runs: [Run], isGone: Bool) {
    let results = Locked([String: Result<(run: Run, isGone: Bool), any Error>]())
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
    let scenes =
      compiler.sanitizes
      ? exercise.scenesForSanitizer.map { ($0, false) }
      : exercise.scenes.map { ($0.name, $0.isExplored) }
    for (scene, isExplored) in scenes {
      queue.addOperation {
        guard !isLeftOff() else { return }
        let result = Result {
          isExplored
            ? try explore(scene, of: exercise, program, arguments, outcomes, in: folder)
            : try run(scene, program, arguments, in: folder)
        }
        results.withLock { $0[scene] = result }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    do {
      let all = results.withLock { $0 }
      let found = try scenes.compactMap { try all[$0.0]?.get() }
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

  /// Runs a scene in the orders of its threads. The run in the usual order, or the first one that goes
  /// wrong.
  private func explore(
    _ scene: String, of exercise: Exercise, _ program: URL, _ arguments: SceneArguments,
    _ outcomes: Outcomes?, in folder: TemporaryFolder
  ) throws -> (run: Run, isGone: Bool) {
    let runner = OrderRunner(program: scene, deadline: deadline) { orders in
      child(of: program, [scene, orders.listed] + arguments.words, in: folder)
    }
    var (first, wrong): (Run?, Run?)
    func fault(of run: Run) -> String? {
      if let witness {
        witness(run)
        return nil
      }
      return Grade(exercise, runs: [run], outcomes: outcomes).fault
    }
    do {
      let plan = try Self.orders.meeting(in: runner.run([Order()])[0])
      _ = try Exploration(of: scene, crew: 1) { try runner.run($0) }.run(
        plan, until: { _ in wrong != nil || isLeftOff() }
      ) { ordered, _ in
        guard wrong == nil, let seen = fault(of: ordered.run) else {
          first = first ?? ordered.run
          return
        }
        // What goes wrong in an order goes wrong in it again. If not, the machine has stood still.
        let again = try? runner.run([ordered.shortOrder])[0].run
        if let again, fault(of: again) == seen { wrong = again }
      }
    } catch is OrderFailure {
      // What it waits by has no order.
      return try run(scene, program, arguments, in: folder)
    }
    guard let found = wrong ?? first else { return try run(scene, program, arguments, in: folder) }
    return (found, false)
  }

  private static let orders = Exploration.Plan.meeting(
    deviations: 1, limit: 60, time: .seconds(60))

  private func run(
    _ scene: String, _ program: URL, _ arguments: SceneArguments, in folder: TemporaryFolder
  ) throws -> (run: Run, isGone: Bool) {
    func run(for time: Duration) throws -> (run: Run, isGone: Bool) {
      let child = child(of: program, [scene] + arguments.words, in: folder)
      let run = try ProgramRunner(child: child, deadline: time).run(scene)
      return (run, child.folder.map { !FileManager.default.fileExists(atPath: $0.path) } ?? false)
    }
    let first = try run(for: deadline)
    // It may only wait for threads.
    let isEarly = first.run.detail.reachedDeadline && first.run.lacksThreads
    return isEarly ? try run(for: deadline * 5) : first
  }

  /// Compiles learner's files with the scenes of their exercise.
  private func compile(
    _ files: SubjectFiles, for exercise: Exercise, in folder: TemporaryFolder
  ) throws(Failure) -> SubjectCompiler.Outcome {
    try compiler.compile(files, driver: exercise.driver, beside: .scenes, in: folder).0
  }

  /// A process of the learner's program in an empty folder of its own: it may remove all that it
  /// finds around itself, and the others must not miss it.
  private func child(
    of program: URL, _ arguments: [String], in folder: TemporaryFolder
  ) -> ChildProcess {
    let place = folder.url.appendingPathComponent("in-\(UUID().uuidString)")
    let own = place.appendingPathComponent(program.lastPathComponent)
    // If these fail, so does the start of the process, which is reported.
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    try? FileManager.default.linkItem(at: program, to: own)
    var child = ChildProcess(
      executable: own, arguments: arguments, environment: compiler.runningEnvironment)
    child.folder = place
    return child
  }
}

/// What a scene is told of the learner's file.
private struct SceneArguments {
  let words: [String]

  init(_ files: SubjectFiles) {
    // How long a scene waits for a timer that it does not know of, while an operation is under way.
    // It knows of all but a few kinds. Their name in a comment costs only time.
    let usesUnknownClock = files.sources.contains { source in
      source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        .contains { ShadowFile.unknownClocks.contains(String($0)) }
    }
    let declaresExecuting = files.sources.contains {
      $0.contains(/(?m)^[^\/\n]*\bvar\s+isExecuting\b/)
    }
    words =
      (declaresExecuting ? [] : [LearnersClock.inheritingWord])
      + [usesUnknownClock ? "400" : "100"]
  }
}

extension Grade {
  /// The file fails: its class breaks a rule that all users of a queue rely on.
  mutating func fail(_ broken: Conformance.Report.Result) {
    fail(
      "rule \(broken.rule.id)", "\(broken.rule.id): \(text: broken.rule.statement)",
      because:
        "What the scenes ask is right now. But your class breaks the rule \(broken.rule.id) of "
        + "lab check: \(broken.why). \(text: broken.cure)",
      shown: broken.run.map { run in
        (run, broken.ruling.evidence.filter { $0.program == run.program }.map(\.event))
      })
  }

  /// The file fails: two threads use the same memory, and no lock orders them.
  mutating func fail(_ races: [DataRace]) {
    let phrases = races.prefix(3).map(\.phrase)
    fail(
      "data race", "no two threads use the same memory at once without a lock",
      because: "What the scenes ask is right now. But there is a data race: "
        + "\(phrases.dropFirst().reduce(phrases[0]) { "\($0); \($1)" }). Guard what two threads use "
        + "with one lock.")
  }

  /// The file fails: it has another line of code than it was given with, or lacks this one.
  mutating func fail(changedLine line: String) {
    fail(
      Self.changedLine, "the lines are those that were given",
      because:
        "What the scenes ask is right now. But the lines are only to be moved, and this one was "
        + "added, changed or removed: \(line)")
  }
}
