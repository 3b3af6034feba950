import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationBench
import OperationTesting

/// Checks an `Operation` subclass of the user's own against the rules.
struct CheckCommand: Command {
  static let name = "check"
  static let abstract = "check an Operation subclass of your own"
  static let operands = "FILE.swift…"
  static let options = [
    OptionSpec("--make", "EXPR", "what makes the operation (may use probe.run() or probe.begin)"),
    OptionSpec("--rule", "ID", "only this rule (may be given several times)"),
    OptionSpec("--repeat", "K", "check K times, and fail if one fails"),
    OptionSpec("--timeout", "S", "end a life after S seconds (default 5)"),
    OptionSpec("--explore", nil, "run start, cancel and the end of its work in many more orders"),
    OptionSpec("--time", "S", "with --explore: start no order after S seconds (default 8)"),
    OptionSpec("--order", "TEXT", "replay the order of steps that a ruling names"),
    OptionSpec("--no-sanitize", nil, "do not look for data races with the thread sanitizer"),
    OptionSpec("--sanitize", nil, "lead all lives in the thread sanitizer's program"),
    OptionSpec("--strict", nil, "a remark fails, too"),
    OptionSpec("--format", "junit|github", "what build servers show"),
    OptionSpec("--swift-version", "5|6", "the language mode of the files (default 5)"),
    OptionSpec("--json", nil, "the whole result as JSON"),
    .language,
  ]

  static let notes = """
    EXPR is a Swift expression of type Operation. In it,
      MyOperation { probe.run() }       gives it a piece of work to do
      MyOperation(work: probe.begin)    gives it work that calls a completion
      MyOperation { try await probe.work() }    gives it work for a task; it may fail
      MyOperation(work: probe.result)   gives it work whose completion takes a Result
      MyOperation()                     leaves its work to itself
    or several statements, of which the last returns the operation.
    Without --make, lab lists the subclasses in the file and what to say for each.

    The rules:
    """

  static func notes(in say: Language) -> String {
    let width = Battery.rules.map(\.id.count).max() ?? 0
    let rules = Battery.rules.map { rule in
      say.text(rule.statement).wrapped(
        to: 80, indent: width + 4, firstIndent: "  \(rule.id.padded(to: width))  ")
    }
    return ([say.text(notes)] + rules).joined(separator: "\n")
  }

  private let paths: [String]
  let expression: String?
  private let rules: [Rule]
  /// Whether rules were named.
  private let isSelective: Bool
  /// Whether only the rule was named that the sanitizer judges. It is all that the report has, then.
  private let wantsRacesOnly: Bool
  let rounds: Int
  let deadline: Duration
  let exploring: Exploring
  /// Whether all of it runs in the thread sanitizer's program.
  private let sanitizes: Bool
  /// Whether data races are looked for in a second program. Not if rules were named, or all is repeated.
  private let looksForRaces: Bool
  private let isJSON: Bool
  private let format: ReportFormat?
  /// Whether a remark fails, too.
  private let isStrict: Bool
  private let mode: LanguageMode
  /// Whether only the report is shown, for another program to read.
  var isSilent: Bool { isJSON || format != nil }

  init(_ arguments: Arguments) throws(Failure) {
    paths = arguments.operands
    expression = arguments.value("--make")
    if paths.isEmpty {
      throw .usage("'lab check' needs a file: lab check FILE.swift --make 'EXPR'")
    }
    format = try Self.choice(arguments.value("--format"), "format")
    mode = try Self.choice(arguments.value("--swift-version"), "language mode") ?? .usual
    let named = arguments.all("--rule").filter { $0 != Rule.noDataRaces.id }
    let wantsRaces = named.count < arguments.all("--rule").count
    wantsRacesOnly = wantsRaces && named.isEmpty
    rules = try Self.rules(named: named)
    exploring = try Self.exploring(arguments, rules: arguments.all("--rule"))
    isSelective = !named.isEmpty || wantsRaces
    rounds = try arguments.integer("--repeat", in: 1...100_000) ?? 1
    deadline = try arguments.seconds("--timeout", in: 0.1...3600) ?? .seconds(5)
    sanitizes = arguments.has("--sanitize")
    let refuses = arguments.has("--no-sanitize")
    if refuses, wantsRaces || sanitizes {
      throw .usage("'\(Rule.noDataRaces.id)' needs the thread sanitizer: leave out '--no-sanitize'")
    }
    looksForRaces = !refuses && !sanitizes && (wantsRaces || named.isEmpty) && rounds == 1
    isJSON = arguments.has("--json")
    isStrict = arguments.has("--strict")
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String?, _ noun: String
  ) throws(Failure) -> Choice? {
    guard let name else { return nil }
    guard let choice = Choice(rawValue: name) else {
      let known = Choice.allCases.map(\.rawValue)
      throw .usage(
        "there is no \(noun) '\(name)'" + Nearest.suggestion(for: name, among: known)
          + " It is one of \(known.joined(separator: ", "))")
    }
    return choice
  }

  /// The rules of those names, in the order of the battery. All if there are no names.
  private static func rules(named ids: [String]) throws(Failure) -> [Rule] {
    for id in ids where Battery.rule(id) == nil {
      throw .usage(
        "there is no rule '\(id)'"
          + Nearest.suggestion(for: id, among: Battery.rules.map(\.id))
          + " \(Invocation.mention("check --help")) lists them")
    }
    return ids.isEmpty ? Battery.rules : Battery.rules.filter { ids.contains($0.id) }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let files = try SubjectFiles(paths)
    guard let expression else { return try suggest(files, console) }
    if let gap = expression.firstMatch(of: /<#.*?#>/)?.output {
      throw .usage(
        "put a value in place of \(gap), as your app passes it: an empty or made-up one may hide a mistake"
      )
    }
    let screen = CheckScreen(
      console.paper, again: ["check"] + sourceWords + ["--make", expression])
    let compiler = try compiler(sanitizes: sanitizes)
    if !isSilent { console.show(screen.opening(expression, files: paths, compiler.mode)) }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    console.showProgress("compiling")
    // Only the program makes any operations.
    let subject = Subject(
      expression, usesProbe: Driver.usesProbe(expression),
      usesAnswer: Driver.usesAnswer(expression)
    ) { _ in Operation() }
    let program: URL
    let (outcome, shadow) = try compiler.compile(files, make: expression, in: folder)
    switch outcome {
    case .program(let url): program = url
    case .refused(let messages): throw try refused(messages, files, compiler, in: folder, console)
    }
    let environment = compiler.runningEnvironment
    let host: BatteryRunner.Host = { request in
      ChildProcess(
        executable: program, arguments: request.arguments, environment: environment)
    }
    if case .replay(let order) = exploring {
      return try show(replayed(order, subject, host), compiler.mode, files, screen, console)
    }
    let waiting = SubjectWaiting(files.sources, beside: shadow)
    if exploring.isAsked, !isSilent { console.show(screen.line(waiting)) }
    let lines = CallLines(
      of: program, in: .files(paths), expression: Driver.expressionName,
      symbolizer: compiler.symbolizer)
    var runner = BatteryRunner(
      deadline: sanitizes ? deadline * 10 : deadline, rounds: rounds,
      // A program that is watched at every step is some ten times slower.
      orders: sanitizes ? nil : exploring.plan, host: host)
    runner.unordered = waiting.others
    runner.mayUseClocks = SubjectWaiting.mayUseClocks(files.words)
    runner.sanitized = try sanitized(files, expression, shadow)
    runner.lines = lines
    let report = try check(subject, runner, screen, console)
    return try show(report, compiler.mode, files, screen, console)
  }

  private func show(
    _ report: Conformance.Report, _ mode: LanguageMode, _ files: SubjectFiles,
    _ screen: CheckScreen, _ console: Console
  ) throws(Failure) -> ExitStatus {
    if isJSON {
      var json = report.json
      json.languageMode = mode.rawValue
      console.show(try JSONText.dated(json))
    } else if let format {
      let text = try format.text(report, isStrict: isStrict) { () throws(Failure) in
        try place(ofClassIn: report.subject, files, console)
      }
      console.show(text)
    } else {
      for cause in report.causes { console.show(screen.finding(cause)) }
      if let steps = screen.order(of: report) { console.show(steps) }
      console.show(screen.closing(report))
    }
    // If rules were named, an undecided one of them is a failure.
    let isAnswered = !isSelective || report.undecided.isEmpty
    let isClean = report.passed && (!isStrict || report.remarks.isEmpty)
    return isClean && isAnswered ? .passed : .failed
  }

  /// The program in which data races are looked for. It is compiled when the check has begun. `nil` if that
  /// is not asked for.
  private func sanitized(
    _ files: SubjectFiles, _ expression: String, _ shadow: ShadowFile
  ) throws(Failure) -> BatteryRunner.SanitizedProgram? {
    guard looksForRaces else { return nil }
    let compiler = try compiler(sanitizes: true)
    let environment = compiler.runningEnvironment
    return BatteryRunner.SanitizedProgram(.files(paths)) {
      let folder = try TemporaryFolder()
      guard
        case .program(let program) = try compiler.compile(
          files, make: expression, fitting: shadow, in: folder)
      else { return nil }
      return { request in
        // The folder is removed when nobody can start the program any more.
        withExtendedLifetime(folder) {
          ChildProcess(executable: program, arguments: request.arguments, environment: environment)
        }
      }
    }
  }

  private func check(
    _ subject: Subject, _ runner: BatteryRunner, _ screen: CheckScreen, _ console: Console
  ) throws(Failure) -> Conformance.Report {
    let (isSilent, isAsked) = (isSilent, exploring.isAsked)
    let progress = BatteryRunner.Progress(
      didLive: { console.showProgress("\($0) of \($1) lives") },
      didOrder: { console.showProgress("\($0): \($1) orders") },
      didExplore: { finding in if isAsked, !isSilent { console.show(screen.line(finding)) } })
    do {
      var report = try runner.check(
        subject, rules: rules, racesIn: sanitizes ? .files(paths) : nil, progress: progress)
      if wantsRacesOnly { report = report.only(.noDataRaces) }
      if !isSilent { for result in report.results { console.show(screen.line(result)) } }
      return report
    } catch let failure as MakingFailure {
      throw Failure(status: .doesNotCompile, message: "\(failure)")
    } catch {
      throw Failure(status: .internalFault, message: "cannot lead it through its lives: \(error)")
    }
  }

  /// What names the class's source on the command line.
  private var sourceWords: [String] {
    paths + (mode == .usual ? [] : ["--swift-version", mode.rawValue])
  }

  /// Says what could be given to `--make`.
  private func suggest(_ files: SubjectFiles, _ console: Console) throws(Failure) -> ExitStatus {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let compiler = try compiler()
    console.showProgress("reading the declarations")
    let graph = try inspect(files, compiler, in: folder, console)
    var finder = SuggestionFinder(graph) { codes throws(Failure) in
      try compiler.refusals(of: codes, files, in: folder)
    }
    let suggestions = try finder.suggestions(in: files)
    console.show(
      isJSON
        ? try JSONText.dated(SuggestionJSON(suggestions))
        : SuggestionScreen(console.paper).text(
          suggestions, files: sourceWords, absent: files.operations.subtracting(graph.names)))
    // Nothing was checked.
    return .usage
  }

  /// The declarations in the files.
  private func inspect(
    _ files: SubjectFiles, _ compiler: SubjectCompiler, in folder: TemporaryFolder,
    _ console: Console
  ) throws(Failure) -> SymbolGraph {
    switch try compiler.inspect(files, in: folder) {
    case .found(let graph): return graph
    case .refused(let messages): throw try refused(messages, files, compiler, in: folder, console)
    }
  }

  /// Where the class is declared that the expression makes. The first line of the first file if it
  /// names none of them.
  private func place(
    ofClassIn expression: String, _ files: SubjectFiles, _ console: Console
  ) throws(Failure) -> SourcePlace {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let graph = try inspect(files, compiler(), in: folder, console)
    guard let location = graph.operationClass(in: expression)?.location else {
      return SourcePlace(file: files.paths.first ?? "", line: 1)
    }
    return SourcePlace(
      file: files.path(ofURI: location.uri), line: location.position.line + 1)
  }

  private func compiler(sanitizes: Bool = false) throws(Failure) -> SubjectCompiler {
    var compiler = try SubjectCompiler(sanitizes: sanitizes)
    compiler.mode = mode
    return compiler
  }

  private func refused(
    _ messages: String, _ files: SubjectFiles, _ compiler: SubjectCompiler,
    in folder: TemporaryFolder, _ console: Console
  ) throws(Failure) -> Failure {
    console.passOn(PlatformAdvice.own(messages))
    for line in PlatformAdvice(messages).lines { console.complain(line) }
    // Without an expression, one that any file compiles with.
    let make = expression ?? "Foundation.Operation()"
    if try compiler.compilesInOtherMode(files, make: make, in: folder) {
      let other = compiler.mode.other.rawValue
      console.complain("it compiles in Swift \(other) mode: add '--swift-version \(other)'")
    }
    return Failure(status: .doesNotCompile, message: "it does not compile: see above")
  }
}

extension CheckCommand {
  /// What is to be explored.
  enum Exploring {
    /// Every order, as far as a time goes.
    case orders(Duration)
    /// That one order only.
    case replay(Order)
    /// Some orders, until one shows a fault.
    case usual

    /// How many orders to run. `nil` if one order is replayed.
    var plan: Exploration.Plan? {
      switch self {
      case .orders(let time): .meeting(deviations: nil, limit: .max, time: time)
      case .replay: nil
      case .usual: SubjectExplorer.usual
      }
    }

    var isAsked: Bool { if case .orders = self { true } else { false } }
  }

  /// What the options say. Rules are those that were named.
  static func exploring(_ arguments: Arguments, rules: [String]) throws(Failure) -> Exploring {
    let time = try arguments.seconds("--time", in: 0.1...86_400)
    let only = Rule.survivesRaces.id
    if let text = arguments.value("--order") {
      guard rules == [only] else {
        throw .usage("'--order' is about one rule: add '--rule \(only)'")
      }
      return .replay(try Order(option: text))
    }
    guard arguments.has("--explore") else {
      if time != nil {
        throw .usage("'--time' is for '--explore': add that, or leave out '--time'")
      }
      return .usual
    }
    guard rules.isEmpty || rules.contains(only) else {
      throw .usage("'--explore' is about the rule '\(only)': add it, or leave out '--rule'")
    }
    return .orders(time ?? .seconds(8))
  }

  /// What the operation does in that order.
  func replayed(
    _ order: Order, _ subject: Subject, _ host: @escaping BatteryRunner.Host
  ) throws(Failure) -> Conformance.Report {
    do {
      let findings = try SubjectExplorer(deadline: deadline * 2, host: host).replay(order)
      return Conformance.Report(subject: subject.expression, replaying: order, findings)
    } catch let orderFailure as OrderFailure {
      throw .usage("\(orderFailure)")
    } catch {
      throw Failure(status: .internalFault, message: "cannot explore: \(error)")
    }
  }
}
