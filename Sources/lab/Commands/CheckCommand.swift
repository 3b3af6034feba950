import Foundation
import OperationLab
import Synchronization

/// Checks an `Operation` subclass of the user's own against the rules.
struct CheckCommand: Command {
  static let name = "check"
  static let abstract = "check an Operation subclass of your own"
  static let operands = "FILE.swift…"
  static let options = [
    OptionSpec("--make", "EXPR", "what makes the operation; it may use probe.run() or probe.begin"),
    OptionSpec("--rule", "ID", "only this rule; may be given several times"),
    OptionSpec("--repeat", "K", "run every trial K times; once broken is broken"),
    OptionSpec("--timeout", "S", "kill a trial after S seconds (default 5)"),
    OptionSpec("--seed", "N", "replay the races of a run whose ruling names this seed"),
    OptionSpec("--sanitize", nil, "also look for data races, with the thread sanitizer"),
    OptionSpec("--json", nil, "the whole result as JSON"),
  ]

  static var notes: String {
    let width = Battery.rules.map(\.id.count).max() ?? 0
    let rules = Battery.rules.map { rule in
      "  \(rule.id.padded(to: width))  \(rule.statement)"
        .wrapped(to: 100, indent: width + 4, firstIndent: "  ")
    }
    return """
      EXPR is a Swift expression of type Operation. In it,
        MyOperation { probe.run() }       gives it a piece of work to do
        MyOperation(work: probe.begin)    gives it work that calls a completion
        MyOperation()                     leaves its work to itself
      Without --make, lab lists the subclasses in the file and what to say for each.

      The rules:
      \(rules.joined(separator: "\n"))
      """
  }

  private let paths: [String]
  private let expression: String?
  private let rules: [Rule]
  private let rounds: Int
  private let deadline: Duration
  private let seed: UInt64
  private let sanitizes: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    paths = arguments.operands
    if paths.isEmpty {
      throw .usage("'lab check' needs a file: lab check FILE.swift --make 'EXPR'")
    }
    expression = arguments.value("--make")
    rules = try Self.rules(named: arguments.all("--rule"))
    rounds = try arguments.integer("--repeat", in: 1...100_000) ?? 1
    deadline = try arguments.seconds("--timeout", in: 0.1...3600) ?? .seconds(5)
    seed =
      try arguments.integer("--seed", in: 0...Int.max).map(UInt64.init)
      ?? .random(in: 1..<1_000_000)
    sanitizes = arguments.has("--sanitize")
    isJSON = arguments.has("--json")
  }

  /// The rules of those names, in the order of the battery; all if there are no names.
  private static func rules(named ids: [String]) throws(Failure) -> [Rule] {
    for id in ids where Battery.rule(id) == nil {
      throw .usage(
        "there is no rule '\(id)'"
          + Nearest.suggestion(for: id, among: Battery.rules.map(\.id))
          + "; 'lab check --help' lists them")
    }
    return ids.isEmpty ? Battery.rules : Battery.rules.filter { ids.contains($0.id) }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let files = try SubjectFiles(paths)
    guard let expression else { return try suggest(files, console) }
    let screen = CheckScreen(console.paper)
    if !isJSON { console.show(screen.opening(expression, files: paths)) }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let compiler = try SubjectCompiler(sanitizes: sanitizes)
    console.showProgress("compiling")
    let program: URL
    switch try compiler.compile(files, make: expression, in: folder) {
    case .program(let url): program = url
    case .refused(let messages):
      console.passOn(messages)
      throw Failure(status: .doesNotCompile, message: "it does not compile; see above")
    }
    // Only the program makes any operations.
    let subject = Subject(expression, usesProbe: Driver.usesProbe(expression)) { _ in Operation() }
    let host: BatteryRunner.Host = { order in
      ChildProcess(
        executable: program, arguments: order.words, environment: compiler.runningEnvironment)
    }
    let report = try check(subject, host, screen, console)
    if isJSON {
      console.show(try JSONText.of(report.json))
    } else {
      for failure in report.failures { console.show(screen.finding(failure)) }
      console.show(screen.closing(report))
    }
    return report.passed ? .passed : .failed
  }

  private func check(
    _ subject: Subject, _ host: @escaping BatteryRunner.Host, _ screen: CheckScreen,
    _ console: Console
  ) throws(Failure) -> ConformanceReport {
    // A program that is watched at every step is some ten times slower.
    let runner = BatteryRunner(
      deadline: sanitizes ? deadline * 10 : deadline, rounds: rounds, seed: seed, host: host)
    let (isJSON, sanitizes) = (isJSON, sanitizes)
    let output = Collected()
    let progress = BatteryRunner.Progress(
      didRun: { run, done, all in
        console.showProgress("\(done) of \(all) trials")
        if sanitizes { output.add(run.detail.output) }
      },
      didJudge: { result in if !isJSON { console.show(screen.line(result)) } })
    do {
      let report = try runner.check(subject, rules: rules, progress: progress)
      guard sanitizes else { return report }
      let full = report.adding(DataRace.all(in: output.text, files: paths))
      if !isJSON, let result = full.results.last { console.show(screen.line(result)) }
      return full
    } catch {
      throw Failure(status: .internalFault, message: "cannot run the trials: \(error)")
    }
  }

  /// Says what could be given to `--make`.
  private func suggest(_ files: SubjectFiles, _ console: Console) throws(Failure) -> ExitStatus {
    let suggestions = Suggestion.all(among: files.classes)
    console.show(
      isJSON
        ? try JSONText.of(SuggestionJSON(suggestions))
        : SuggestionScreen(console.paper).text(suggestions, files: paths))
    return .passed
  }
}

/// What the processes of many trials have printed.
private final class Collected: Sendable {
  private let parts = Mutex<[String]>([])

  var text: String { parts.withLock { $0 }.joined(separator: "\n") }

  func add(_ part: String) { parts.withLock { $0.append(part) } }
}
