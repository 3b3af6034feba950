import Foundation
import OperationBench
import OperationDoctor
import OperationLab

/// Two accesses to the same memory without a common lock, as the thread sanitizer reports them.
package struct DataRace: Codable, Hashable, Sendable {
  /// One of the two.
  package struct Access: Codable, Hashable, Sendable {
    /// Whether it writes. Two reads are not a race.
    package let writes: Bool
    /// The path of the source as the sanitizer gives it, or an empty string if it is unknown.
    package let file: String
    /// Counted from 1.
    package let line: Int
    /// The closure that this line calls and that makes the access, if that has no line of its own.
    package var closure: String?

    fileprivate var place: Phrase {
      if file.isEmpty { return "code without line numbers" }
      let line: Phrase = "\(URL(fileURLWithPath: file).lastPathComponent):\(self.line)"
      return closure.map { "\($0), called at \(line)" } ?? line
    }
  }

  /// The later access, then the earlier.
  package let accesses: [Access]

  /// A description, such as `A.swift:20 writes what A.swift:8 reads`.
  package var description: String { phrase.english }

  /// The same, to be put into a language.
  package var phrase: Phrase {
    guard let first = accesses.first, let last = accesses.last else { return "" }
    let (one, other) = (first.place, last.place)
    return switch (first.writes, last.writes) {
    case (true, true): "\(one) writes what \(other) writes"
    case (true, false): "\(one) writes what \(other) reads"
    case (false, _): "\(one) reads what \(other) writes"
    }
  }

  /// Which code counts.
  package enum Code: Sendable {
    /// These files. Code that they call is without the sanitizer, which sees only part of it.
    case files([String])
    /// A whole program that was built with the sanitizer, without the kit.
    case program

    /// The path of a source that the sanitizer names. `nil` if it does not count.
    func path(of told: String) -> String? {
      switch self {
      case .files(let files):
        files.lazy.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
          .first { DataRace.isSame($0, told) }
      case .program:
        told.isEmpty || told.contains(Self.kit) || Self.isRuntimes(told) ? nil : told
      }
    }

    /// Whether a source can be told to be foreign. The files of a package are not known.
    var isKnown: Bool { if case .files(let files) = self { !files.isEmpty } else { true } }

    /// Whether the access is that line's own, not a caller's.
    fileprivate func ends(at told: String) -> Bool {
      if case .program = self { !Self.isRuntimes(told) } else { false }
    }

    /// Whether a source is the sanitizer's own, or none.
    private static func isRuntimes(_ told: String) -> Bool {
      told.contains("/compiler-rt/") || told.contains("<")
    }

    /// The folder of the kit's own sources in its package. Where that lies may be told otherwise than
    /// by `#filePath`, with `-file-prefix-map`.
    private static let kit = "/Sources/OperationLab/"
  }

  /// The races of which at least one side is in the code, each pair of lines once.
  package static func all(in output: String, _ code: Code) -> [DataRace] {
    var seen: Set<Set<Access>> = []
    return reports(in: output).filter { !areBothUnderMutex($0) }
      .map { DataRace(report: $0, code) }
      .filter { race in
        race.accesses.contains { !$0.file.isEmpty } && seen.insert(Set(race.accesses)).inserted
      }
  }

  /// The number of unreadable reports, which lack one of the two accesses or any line of code. Such
  /// a report may be a race in the files.
  package static func unreadable(in output: String) -> Int {
    output.matches(of: /ThreadSanitizer: CHECK failed|FATAL: ThreadSanitizer/).count
      + reports(in: output).count { report in
        let accesses = report.matches(of: heading).count
        // The rest of the report is not about the accesses.
        let end = report.firstRange(of: "Location is")?.lowerBound ?? report.endIndex
        let hasLines = report[..<end].firstMatch(of: frame) != nil
        return accesses < 2 || !areBothUnderMutex(report) && !hasLines
      }
  }

  /// The reports on races. On macOS the sanitizer has a second kind, for accesses as Swift defines
  /// them.
  private static func reports(in output: String) -> [Substring] {
    output.split(separator: "WARNING: ThreadSanitizer: ", omittingEmptySubsequences: false)
      .dropFirst().filter { $0.prefix { $0 != "\n" }.contains("race") && !isOfLibrary($0) }
  }

  /// Whether one of the accesses was made by a function of the C library, such as `free`. Such a
  /// function may be called by code without the sanitizer. Copies that the compiler has made in code
  /// with the sanitizer have names of their own.
  private static func isOfLibrary(_ report: Substring) -> Bool {
    stacks(of: report).contains { $0.contains(/#0 (?!__tsan_)\S+ \S*tsan_interceptors/) }
  }

  /// Whether both accesses were made inside `Mutex.withLock`. On Linux the sanitizer does not know
  /// that Swift's `Mutex` is a lock, and reports each access that it guards as a race.
  private static func areBothUnderMutex(_ report: Substring) -> Bool {
    let stacks = stacks(of: report)
    return stacks.count == 2
      && stacks.allSatisfy { $0.contains(/Mutex\.withLock|5MutexV\S*8withLock/) }
  }

  /// The calls that led to each of the two accesses.
  private static func stacks(of report: Substring) -> [Substring] {
    report.split(separator: heading, omittingEmptySubsequences: false).dropFirst().prefix(2)
      // The stack of an access ends with an empty line.
      .map { $0.prefix(upTo: $0.firstRange(of: "\n\n")?.lowerBound ?? $0.endIndex) }
  }

  /// Reads one report: each access is a heading, and the calls that led to it, innermost first.
  private init(report: Substring, _ code: Code) {
    var accesses: [Access] = []
    var current: Bool?
    var closure: String?
    for line in report.split(separator: "\n", omittingEmptySubsequences: false) {
      if let match = line.firstMatch(of: Self.heading) {
        current = ["write", "modifying"].contains(match.output.1.lowercased())
        closure = nil
        accesses.append(Access(writes: current ?? false, file: "", line: 0))
      } else if line.allSatisfy(\.isWhitespace) || line.hasPrefix("SUMMARY") {
        current = nil
      } else if let call = line.firstMatch(of: /#0 (closure #.*) <(null|compiler-generated)>/) {
        closure = String(call.output.1)
      } else if let writes = current, accesses.last?.file.isEmpty == true,
        let frame = line.firstMatch(of: Self.frame), let number = Int(frame.output.2)
      {
        if let path = code.path(of: String(frame.output.1)) {
          accesses[accesses.count - 1] = Access(
            writes: writes, file: path, line: number, closure: closure)
        }
        if code.ends(at: String(frame.output.1)) { current = nil }
      }
    }
    self.accesses = Array(accesses.prefix(2))
  }

  /// On macOS the sanitizer names sources without their folders.
  private static func isSame(_ path: String, _ told: String) -> Bool {
    told.contains("/")
      ? path == URL(fileURLWithPath: told).standardizedFileURL.path
      : URL(fileURLWithPath: path).lastPathComponent == told
  }

  /// `Previous read of size 1 at 0x7230000060b1 by thread T4:`, or on macOS
  /// `Modifying access of Swift variable at 0x7230000060b1 by thread T4:`.
  private static var heading: Regex<(Substring, Substring)> {
    /(?m)^\s*(?:Previous )?(?:[Aa]tomic )?([Ww]rite|[Rr]ead|[Mm]odifying|[Rr]ead-only)(?: access)? of/
  }

  /// `#0 name /folder/File.swift:20:15 (program+0x16688b)`, or on macOS
  /// `#0 name File.swift:20 (program:arm64+0x16688b)`.
  private static var frame: Regex<(Substring, Substring, Substring)> {
    /#\d+ .*? (\/.*?|[^\s\/]+\.swift):(\d+)(?::\d+)? \(/
  }
}

extension Rule {
  /// The thread sanitizer judges it, not lives, so it is not in the battery.
  package static let noDataRaces = Rule("no-data-races") { _, _ in
    .undecided("no life shows it")
  }
}

/// What the thread sanitizer has reported.
package struct SanitizerReports: Sendable {
  /// Each pair of lines once.
  let races: [DataRace]
  /// How many reports could not be read. With any, the rule does not hold.
  let unreadable: Int

  /// - Parameters:
  ///   - output: what processes have printed.
  ///   - whole: the same of those that exited by themselves: the last report of one that is killed when its
  ///     time is up may be cut off.
  package init(in output: String, whole: String, _ code: DataRace.Code) {
    races = DataRace.all(in: output, code)
    unreadable = DataRace.unreadable(in: whole)
  }

  /// What they say about ``Conformance/Rule/noDataRaces``.
  package var finding: RuleFinding {
    if !races.isEmpty {
      let seen = races.prefix(5).map(\.description).joined(separator: "; ")
      let more = races.count > 5 ? "; and \(races.count - 5) more" : ""
      return .broken(.seen(seen + more), [])
    }
    return unreadable > 0
      ? .undecided("\(unreadable) of the thread sanitizer's reports could not be read")
      : .holds("the thread sanitizer reported no data race", [])
  }
}

extension BatteryRunner {
  /// The same program, built with the thread sanitizer.
  package struct SanitizedProgram: Sendable {
    /// Where data races count.
    let code: DataRace.Code
    /// Makes the process that does what it is asked. `nil` if it cannot be built here.
    let host: @Sendable () throws -> Host?

    /// - Parameter host: builds it. Called once, on another thread.
    package init(_ code: DataRace.Code, host: @escaping @Sendable () throws -> Host?) {
      (self.code, self.host) = (code, host)
    }
  }

  /// Looks for data races where threads meet most: in a crowd, in lives side by side, and where it is
  /// started, cancelled and ended at once. `nil` if the program cannot be built.
  func races(
    in program: SanitizedProgram, _ request: ([Life]) -> LivesRequest
  ) throws -> SanitizerReports? {
    guard let host = try program.host() else { return nil }
    let company = Life.all(events: 1).filter {
      !$0.holdsMainThread && !$0.isHeldBack && !$0.isMisused && !$0.isSole
    }
    let sole: [Life] = [Life(.crowd), Life(.racedByHand), Life(.raced)]
    let requests = ([company] + sole.map { [$0] }).map { lives in
      var request = request(lives)
      (request.isCompany, request.awaitsTimers) = (true, false)
      return ChildRequest.lives(request)
    }
    let results = Locked<[ChildProcess.Result]>([])
    ThreadTeam(crew: Self.mostShared).perform(requests.count) { place in
      // One that cannot be started says nothing.
      guard let result = try? host(requests[place]).run(deadline: Self.timeForRaces) else { return }
      results.withLock { $0.append(result) }
    }
    let all = results.withLock { $0 }
    let whole = all.filter { if case .exited = $0.ending { true } else { false } }
    func text(_ results: [ChildProcess.Result]) -> String {
      results.map(\.errorText).joined(separator: "\n")
    }
    return SanitizerReports(in: text(all), whole: text(whole), program.code)
  }

  private static let timeForRaces = Duration.seconds(20)
}

/// The report of a process that was built with the thread sanitizer and ended by a signal. The
/// sanitizer takes the signal, writes the report, and exits.
struct SanitizedCrash {
  /// Such as `SIGSEGV`.
  let signal: String
  /// The calls of the thread, innermost first.
  let calls: [StackFrame]

  /// `nil` if there is no such report.
  init?(in output: String) {
    guard output.contains("ERROR: ThreadSanitizer: "),
      let heading = output.firstMatch(of: /ERROR: ThreadSanitizer: (SEGV|ILL|BUS|FPE|TRAP|ABRT) on/)
    else { return nil }
    signal = "SIG\(heading.output.1)"
    calls = output[heading.range.upperBound...].split(separator: "\n")
      .drop { !$0.contains("#0 ") }.prefix { $0.contains("#") }
      .compactMap { line in
        guard let call = line.firstMatch(of: /#\d+ (.+?) (?:(\S+?):(\d+)(?::\d+)? )?[(<]/) else {
          return nil
        }
        return StackFrame(
          function: String(call.output.1), file: call.output.2.map(String.init) ?? "",
          line: call.output.3.flatMap { Int($0) } ?? 0)
      }
  }
}
