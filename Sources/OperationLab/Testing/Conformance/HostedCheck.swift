import Foundation
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

  var module: Substring { file.prefix { $0 != "/" } }
  var fileName: Substring { file.split(separator: "/").last ?? "" }
}

/// What a program that was started again is to do when it comes to a call.
struct HostedCheck: Codable, Sendable {
  /// The variable of the environment that holds it.
  static let variable = "OPERATIONLAB_HOSTED_CHECK"

  let site: CallSite
  /// Which of the calls there, counted from 1.
  let number: Int
  /// The arguments of a ``ChildOrder``.
  let arguments: [String]
  let preamble: String

  init(_ site: CallSite, _ number: Int, _ order: any ChildOrder) {
    self.site = site
    self.number = number
    arguments = order.arguments
    preamble = "\u{1E}\(UUID())"
  }

  var environment: [String: String] {
    // All of it can be encoded.
    let data = (try? JSONEncoder().encode(self)) ?? Data()
    return [Self.variable: String(decoding: data, as: UTF8.self)]
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

  /// How often the call was made.
  private static let count = Locked(0)

  /// The exit status of a process whose main thread cannot run trials.
  static let mainThreadIsBusy: Int32 = 75

  /// Takes a call of this process. If it is the one to come back to, runs the trials and ends the
  /// process. Otherwise returns at once, so that the test continues.
  func take(
    _ site: CallSite, _ subject: Subject, _ rules: [Rule]
  ) -> Conformance.Report {
    let isIt =
      site == self.site
      && Self.count.withLock { count in
        count += 1
        return count == number
      }
    if isIt { host(subject, rules) }
    return Conformance.Report(
      subject: subject.expression,
      results: rules.map {
        Conformance.Report.Result($0, .holds("it is checked in another process", []))
      })
  }

  /// Runs the trials on the main thread.
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
      guard MainQueue.serve(patience: .zero) else { _exit(Self.mainThreadIsBusy) }
      host()
    } else {
      // Not as a block of the main queue, for the same reason.
      RunLoop.main.perform(host)
      // Wakes the run loop.
      DispatchQueue.main.async {}
      if !hasBegun.wait(deadline: .seconds(10)) { _exit(Self.mainThreadIsBusy) }
    }
    while true { Platform.parkThread() }
  }
}

// In the process that runs the tests.
extension HostedCheck {
  /// How often each call was made, and which are being made.
  private static let calls = Locked<(counts: [CallSite: Int], underWay: Set<CallSite>)>(([:], []))

  /// Checks a subject in processes of the same program.
  ///
  /// - Throws: ``OwnProgram/Unsuited``, ``NeverCameBack`` or ``Shortage`` if that cannot be done.
  static func check(
    _ subject: Subject, _ rules: [Rule], _ rounds: Int, _ deadline: Duration, at site: CallSite
  ) throws -> Conformance.Report {
    let isAlone = calls.withLock { calls in
      calls.counts[site, default: 0] += 1
      return calls.underWay.insert(site).inserted
    }
    guard isAlone else {
      throw OwnProgram.Unsuited(
        description: """
          another check of the name '\(site.name)' is under way at the same place: give each a name \
          of its own
          """)
    }
    defer { calls.withLock { _ = $0.underWay.remove(site) } }
    let number = calls.withLock { $0.counts[site] ?? 1 }
    let program = try OwnProgram(backTo: site)
    func check(_ number: Int) throws -> Conformance.Report {
      var runner = BatteryRunner(deadline: deadline, rounds: rounds) { order in
        program.child(HostedCheck(site, number, order))
      }
      runner.locksArePoints = false
      return try runner.check(subject, rules: rules, progress: .passingOnRaces)
    }
    do {
      return try check(number)
    } catch let error as NeverCameBack {
      if error.ending == .exited(OwnProgram.noTests) { throw OwnProgram.Unsuited(noTest: site) }
      guard number > 1 else { throw error }
      // The test was repeated, not the call within it.
      return try check(1)
    }
  }
}

extension BatteryRunner.Progress {
  /// Shows what the thread sanitizer reports in the other processes, as if it had been seen in this
  /// one.
  fileprivate static let passingOnRaces = Self(didRun: { run, _, _ in
    guard run.detail.output.contains("WARNING: ThreadSanitizer: ") else { return }
    FileHandle.standardError.write(Data(run.detail.output.utf8))
  })
}
