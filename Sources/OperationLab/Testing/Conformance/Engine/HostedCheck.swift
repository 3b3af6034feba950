import Foundation
import OperationBench
import OperationLab

/// A call of ``Conformance/check(_:rules:rounds:deadline:make:fileID:function:line:column:)``.
struct CallSite: Codable, Hashable, Sendable {
  /// As `#fileID` says, such as `UploadTests/UploadTests.swift`.
  let file: String
  /// The test, as `#function` says.
  let function: String
  let line: Int
  let column: Int
  /// The name of what is checked, which tells the cases of a test apart.
  let name: String

  /// Whether it is the same call, of whatever name.
  func isAt(placeOf other: CallSite) -> Bool {
    CallSite(file: file, function: function, line: line, column: column, name: other.name) == other
  }

  var module: Substring { file.prefix { $0 != "/" } }
  var fileName: Substring { file.split(separator: "/").last ?? "" }
}

/// What a program that was started again is to do when it comes to a call.
struct HostedCheck: Codable, Sendable {
  /// The variable of the environment that holds it.
  static let variable = "OPERATIONLAB_HOSTED_CHECK"

  /// The call to check at. `nil` if it is to report all calls.
  let site: CallSite?
  /// The arguments of a ``ChildRequest``.
  let arguments: [String]
  /// Comes before what the process reports.
  let preamble: String

  init(_ site: CallSite? = nil, _ request: ChildRequest? = nil) {
    self.site = site
    arguments = request?.arguments ?? []
    preamble = "\u{1E}\(UUID())"
  }

  var environment: [String: String] {
    // All of it can be encoded.
    let data = (try? JSONEncoder().encode(self)) ?? Data()
    var environment = [Self.variable: String(decoding: data, as: UTF8.self)]
    if Platform.isSanitized {
      // A race ends no life: it is in the report.
      let options = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] ?? ""
      environment["TSAN_OPTIONS"] = "\(options) exitcode=0 halt_on_error=0 atexit_sleep_ms=0"
    }
    return environment
  }
}

// In the process that was started again.
extension HostedCheck {
  /// What this process was started again for. `nil` if it was not.
  static let ofThisProcess: HostedCheck? = {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    // The process may start others.
    unsetenv(variable)
    return try? JSONDecoder().decode(HostedCheck.self, from: Data(text.utf8))
  }()

  /// Takes a call of this process. If it is the one to come back to, leads lives and ends the
  /// process. Otherwise returns at once, so that the test continues.
  func runIfRequested(_ call: CallSite, _ subject: Subject, _ rules: [Rule]) -> Conformance.Report {
    if call == site { host(subject, rules) }
    if site == nil { report(call) }
    return Conformance.Report(
      subject: subject.expression,
      rules.map {
        ($0, Conformance.Report.Sighting(finding: .holds("it is checked in another process", [])))
      })
  }

  /// Writes a line of its own among what the test prints.
  private func report(_ call: CallSite) {
    do {
      let line =
        Data("\n\(preamble)".utf8) + (try JSONEncoder().encode(call)) + Data("\n".utf8)
      try FileHandle.standardOutput.write(contentsOf: line)
    } catch {
      // The parent reads no more.
      _exit(1)
    }
  }

  /// Leads lives on the main thread.
  private func host(_ subject: Subject, _ rules: [Rule]) -> Never {
    let hasBegun = Latch()
    let host: @Sendable () -> Void = {
      hasBegun.open()
      ProgramHost.preamble.withLock { $0 = preamble }
      Platform.leaveTasksAlone()
      MainActor.assumeIsolated {
        Battery.host(arguments: arguments, subject: subject, rules: rules) { _exit($0) }
      }
    }
    if Thread.isMainThread {
      // A block of the main queue cannot serve that queue.
      guard MainQueue.serve(patience: .zero) else { _exit(NeverCameBack.mainThreadIsBusy) }
      host()
    } else {
      // Not as a block of the main queue, for the same reason.
      RunLoop.main.perform(host)
      // Wakes the run loop.
      DispatchQueue.main.async {}
      if !hasBegun.wait(deadline: .seconds(10)) { _exit(NeverCameBack.mainThreadIsBusy) }
    }
    while true { Platform.parkThread() }
  }
}

// In the process that runs the tests.
extension HostedCheck {
  /// Checks a subject in processes of the same program. Blocks the calling thread.
  ///
  /// - Throws: an error in one line if that cannot be done.
  static func check(
    _ subject: Subject, _ rules: [Rule], _ rounds: Int, _ deadline: Duration, at site: CallSite,
    isSanitized: Bool = Platform.isSanitized
  ) throws -> Conformance.Report {
    let program = try OwnProgram(backTo: site)
    try program.calls().find(site)
    let host: BatteryRunner.Host = { program.child(HostedCheck(site, $0)) }
    // Under the sanitizer all takes longer, and orders would hide races.
    var runner = BatteryRunner(
      deadline: isSanitized ? deadline * 10 : deadline, rounds: rounds,
      orders: isSanitized ? nil : SubjectExplorer.usual, host: host)
    runner.locksArePoints = false
    runner.lines = CallLines(
      of: program.executable, in: .program, symbolizer: Symbolizer.ofThisProcess)
    return isSanitized
      ? try runner.check(subject, rules: rules, racesIn: .program, progress: .showingRaces)
      : try runner.check(subject, rules: rules)
  }
}

extension BatteryRunner.Progress {
  /// Shows what the thread sanitizer reports in the other processes, with all calls.
  fileprivate static let showingRaces = Self(didRun: { output in
    guard output.contains("WARNING: ThreadSanitizer: ") else { return }
    FileHandle.standardError.write(Data(output.utf8))
  })
}
