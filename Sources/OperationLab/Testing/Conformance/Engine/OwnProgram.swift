import Foundation
import OperationBench
import OperationLab

/// The program of this process, started again so that it comes back to a call in a test.
struct OwnProgram: Sendable {
  /// Why it cannot be started again.
  struct CannotRelaunch: Error, CustomStringConvertible {
    let description: String

    init(description: String) { self.description = description }

    /// The call is in no test.
    init(noTest site: CallSite) {
      description = """
        '\(site.function)' in \(site.file) is no test: a function that calls Conformance.check for \
        tests takes `fileID: String = #fileID, function: String = #function`, and passes them on
        """
    }
  }

  /// The exit status of Swift Testing if it finds no test.
  static let noTests: Int32 = 69

  let executable: URL
  private let arguments: [String]

  /// - Parameter site: the call to come back to.
  /// - Throws: ``CannotRelaunch``.
  init(backTo site: CallSite) throws {
    guard let executable = Platform.relaunchedProgram else {
      throw CannotRelaunch(description: "this program cannot be started again here")
    }
    self.executable = executable
    let own = CommandLine.arguments
    let library = own.firstIndex(of: "--testing-library").map { own.dropFirst($0 + 1).first }
    if library == "swift-testing" {
      arguments =
        Self.bundle(own) + ["--testing-library", "swift-testing", "--no-parallel"]
        + ["--filter", Self.pattern(of: site)]
    } else if let arguments = try Self.arguments(own, runningXCTest: executable, site) {
      self.arguments = arguments
    } else {
      arguments = Array(own.dropFirst())
    }
  }

  /// The process that does what it is asked when it comes to the call.
  func child(_ check: HostedCheck) -> ChildProcess {
    var child = ChildProcess(
      executable: executable, arguments: arguments, environment: check.environment,
      leadsSession: true)
    child.preamble = check.site == nil ? nil : check.preamble
    return child
  }

  /// The calls of each program that was started again, by its arguments. Other callers
  /// wait for the first.
  private static let known = Locked<[[String]: Locked<KnownCalls?>]>([:])

  /// The calls that the test makes, from one run of it for all of its cases.
  ///
  /// - Throws: ``Shortage``, or another error in one line when the process cannot be started.
  func calls() throws -> KnownCalls {
    let entry = Self.known.withLock { known in
      let entry = known[arguments] ?? Locked(nil)
      known[arguments] = entry
      return entry
    }
    return try entry.withLock { known in
      if let known { return known }
      let check = HostedCheck()
      let mark = Data(check.preamble.utf8)
      let calls = Locked<[CallSite]>([])
      let result = try child(check).run(deadline: Durations.listing, starvedFor: 3) { line in
        guard line.starts(with: mark),
          let call = try? JSONDecoder().decode(CallSite.self, from: line.dropFirst(mark.count))
        else { return }
        calls.withLock { $0.append(call) }
      }
      let new = KnownCalls(calls: calls.withLock { $0 }, ending: result.ending)
      if !result.wasStarved { known = new }
      return new
    }
  }

  /// On Darwin, a helper loads the bundle of the tests.
  private static func bundle(_ arguments: [String]) -> [String] {
    guard let place = arguments.firstIndex(of: "--test-bundle-path") else { return [] }
    return Array(arguments[place...].prefix(2))
  }

  /// What selects the test of Swift Testing that makes a call: `Module.Suite/test()/File.swift:1:2`.
  /// For a call in an `init` of a suite, all tests of the file.
  static func pattern(of site: CallSite) -> String {
    func plain(_ text: some StringProtocol) -> String {
      text.map { $0.isLetter || $0.isNumber || $0 == "_" ? "\($0)" : "\\\($0)" }.joined()
    }
    let end = site.function.lastIndex(of: "(") ?? site.function.endIndex
    let (name, rest) = (site.function[..<end], site.function[end...])
    let test = name == "init" ? ".*" : "(.*/)?`?\(plain(name))`?\(plain(rest))"
    return "^\(plain(site.module))\\.\(test)/\(plain(site.fileName)):"
  }

  /// `nil` if this process does not run tests of XCTest.
  private static func arguments(
    _ own: [String], runningXCTest executable: URL, _ site: CallSite
  ) throws -> [String]? {
    let name = executable.lastPathComponent
    if name == "xctest", let bundle = own.last(where: { $0.hasSuffix(".xctest") }) {
      // The class is not known, but Darwin's XCTest lists none.
      throw CannotRelaunch(description: "XCTest in '\(bundle)' does not list its tests")
    }
    guard name.hasSuffix(".xctest") || name.hasSuffix("-test-runner") else { return nil }
    let tests = names(
      listed.withLock { listed in
        listed = listed ?? list(executable)
        return listed ?? []
      }, of: site)
    guard !tests.isEmpty else { throw CannotRelaunch(noTest: site) }
    return [tests.joined(separator: ",")]
  }

  /// The tests of XCTest that may make a call. Names are such as `Module.Class/testName`.
  static func names(_ all: [String], of site: CallSite) -> [String] {
    let own = all.filter { $0.hasPrefix(site.module + ".") }
    let function = String(site.function.prefix { $0 != "(" })
    // `name` of a test case, such as `Class.testName`.
    let parts = function.split(separator: ".")
    if parts.count == 2 { return own.filter { $0.hasSuffix(".\(parts[0])/\(parts[1])") } }
    guard function.hasPrefix("setUp") else { return own.filter { $0.hasSuffix("/" + function) } }
    // One test of each class: the class is not known.
    var classes: Set<Substring> = []
    return own.filter { classes.insert($0.prefix { $0 != "/" }).inserted }
  }

  private static let listed = Locked<[String]?>(nil)

  /// The names of all tests of XCTest.
  private static func list(_ executable: URL) -> [String] {
    let lines = Locked<[String]>([])
    let child = ChildProcess(executable: executable, arguments: ["--list-tests"])
    _ = try? child.run(deadline: .seconds(30)) { line in
      let line = String(decoding: line, as: UTF8.self)
      if line.contains("/") { lines.withLock { $0.append(line) } }
    }
    return lines.withLock { $0 }
  }
}
