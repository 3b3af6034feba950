import OperationDownloads
import OperationTesting
import OperationCourse

extension CheckCommand {
  /// What is to be explored.
  enum Exploring {
    /// Every order, as far as a time goes.
    case orders(Duration)
    /// That one order only.
    case replay(Order)
    /// The first order that shows what the races have found by chance.
    case explanation
  }

  /// What the options say; rules are those that were named.
  static func exploring(_ arguments: Arguments, rules: [String]) throws(Failure) -> Exploring {
    let time = try arguments.seconds("--time", in: 0.1...86_400)
    let only = SubjectExplorer.rule.id
    if let text = arguments.value("--order") {
      guard rules == [only] else {
        throw .usage("'--order' is about one rule; say '--rule \(only)', too")
      }
      return .replay(try Order(option: text))
    }
    guard arguments.has("--explore") else {
      if time != nil { throw .usage("'--time' is for '--explore'; say that, too, or leave it out") }
      return .explanation
    }
    guard rules.isEmpty || rules.contains(only) else {
      throw .usage("'--explore' is about the rule '\(only)'; name it, too, or leave out '--rule'")
    }
    return .orders(time ?? .seconds(8))
  }

  /// The report, with what exploring finds.
  func explored(
    _ report: ConformanceReport, _ files: SubjectFiles, _ compiler: SubjectCompiler,
    in folder: TemporaryFolder, _ screen: CheckScreen, _ console: Console
  ) throws(Failure) -> ConformanceReport {
    let time: Duration
    var stopsAtFault = false
    switch exploring {
    case .replay: return report
    case .orders(let budget): time = budget
    case .explanation:
      let isRacy = report.failures.contains { $0.rule.id == SubjectExplorer.rule.id }
      guard isRacy else { return report }
      (time, stopsAtFault) = (Self.explaining, true)
    }
    guard let explorer = try explorer(files, compiler, in: folder, console) else { return report }
    do {
      var findings: [SceneFinding] = []
      let rounds = stopsAtFault ? 1 : rounds
      for _ in 0..<rounds where !findings.contains(where: { $0.fault != nil }) {
        findings = try explorer.explore(
          Exploration.Budget(limit: .max, time: time), stopsAtFault: stopsAtFault
        ) { console.showProgress("\($0): \($1) orders") }
      }
      if !isSilent, !stopsAtFault {
        for finding in findings { console.show(screen.line(finding)) }
      }
      return report.adding(findings)
    } catch {
      throw Failure(status: .internalFault, message: "cannot explore: \(error)")
    }
  }

  /// What the operation does in that order.
  func replayed(
    _ order: Order, _ subject: Subject, _ files: SubjectFiles, _ compiler: SubjectCompiler,
    in folder: TemporaryFolder, _ console: Console
  ) throws(Failure) -> ConformanceReport {
    guard let explorer = try explorer(files, compiler, in: folder, console) else {
      throw Failure(status: .doesNotCompile, message: "it does not compile; see above")
    }
    do {
      let findings = try explorer.replay(order)
      return ConformanceReport(subject: subject.expression, replaying: order, findings)
    } catch let stray as Stray {
      throw .usage("\(stray)")
    } catch {
      throw Failure(status: .internalFault, message: "cannot explore: \(error)")
    }
  }

  /// How long to look for an order that explains a race, at most: the first is enough.
  private static let explaining = Duration.seconds(20)

  /// `nil` if the file does not compile, which has been said then.
  private func explorer(
    _ files: SubjectFiles, _ compiler: SubjectCompiler, in folder: TemporaryFolder,
    _ console: Console
  ) throws(Failure) -> SubjectExplorer? {
    console.showProgress("compiling once more, with points")
    switch try compiler.compileFinely(files, make: expression ?? "", in: folder) {
    case .refused(let messages):
      console.passOn(messages)
      return nil
    case .program(let program):
      let environment = compiler.runningEnvironment
      return SubjectExplorer(deadline: deadline * 2) { order in
        ChildProcess(executable: program, arguments: order.arguments, environment: environment)
      }
    }
  }
}
