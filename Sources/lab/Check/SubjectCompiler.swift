import Foundation
import OperationBench
import OperationCourse
import OperationLab
import OperationTesting

/// Turns the user's files and their expression into a program that hosts trials.
struct SubjectCompiler {
  let kit: Kit
  let swiftc: URL
  /// Whether to build the subject with the thread sanitizer.
  var sanitizes = false
  /// The language mode of the files and of the expression.
  var mode = LanguageMode.usual
  /// Whether code that uses an actor from another thread is seen, in Swift 5, too.
  var checksIsolation = true
  /// The path of a file to compile into the subject's module, if there is one.
  private var shadow: String?

  /// - Parameters:
  ///   - library: what to compile against.
  ///   - executable: the program whose libraries they are.
  ///   - sanitizes: whether to build the subject with the thread sanitizer.
  init(
    _ library: Kit.Library = .testing, beside executable: URL = Executable.url,
    sanitizes: Bool = false
  ) throws(Failure) {
    swiftc = try Executable.compiler()
    kit = try Kit(library, beside: executable, swiftc: swiftc)
    self.sanitizes = sanitizes
  }

  /// The result of compiling.
  enum Outcome {
    case program(URL)
    /// It does not compile. The value is the compiler's messages.
    case refused(messages: String)
  }

  /// Compiles a class that is made by an expression, with points for exploring as fine as the files
  /// allow. Blocks the calling thread.
  func compile(
    _ files: SubjectFiles, make expression: String, in folder: TemporaryFolder
  ) throws(Failure) -> (Outcome, ShadowFile) {
    try compile(
      files, driver: driver(of: files, make: expression), beside: .points, in: folder)
  }

  private func driver(of files: SubjectFiles, make expression: String) -> String {
    Driver(expression: expression, modules: files.modules).source
  }

  /// Whether the files and the expression compile in the other language mode.
  func compilesInOtherMode(
    _ files: SubjectFiles, make expression: String, in folder: TemporaryFolder
  ) throws(Failure) -> Bool {
    var other = self
    other.mode = mode.other
    let outcome = try other.compile(
      files, driver: driver(of: files, make: expression), in: folder)
    if case .program = outcome { return true } else { return false }
  }

  /// Compiles and links in one step, with as many pieces of a shadow file as fit. Blocks the calling
  /// thread.
  ///
  /// - Parameter driver: has the program's entry point.
  /// - Returns: the outcome, and what fits.
  func compile(
    _ files: SubjectFiles, driver: String, beside shadow: ShadowFile, in folder: TemporaryFolder
  ) throws(Failure) -> (Outcome, ShadowFile) {
    let used = shadow.used(in: files.words)
    // What the files declare themselves may clash, and then it is likeliest that only this does.
    let others = used.with { $0.names.isDisjoint(with: files.declaredNames) }
    for shadow in used == others ? [used] : [used, others] {
      let whole = try compile(files, driver: driver, fitting: shadow, in: folder)
      guard case .refused = whole else { return (whole, shadow) }
    }
    let none = shadow.with { _ in false }
    // Its messages are those of the files as they are.
    let plain = try compile(files, driver: driver, in: folder)
    guard case .program = plain else { return (plain, none) }
    var fitting: [ShadowFile.Piece] = []
    for piece in used.pieces {
      let one = used.with { $0 == piece }
      if case .program = try compile(files, driver: driver, fitting: one, in: folder) {
        fitting.append(piece)
      }
    }
    let fit = used.with(fitting.contains)
    return (try compile(files, driver: driver, fitting: fit, in: folder), fit)
  }

  /// The same with a shadow file that is known to fit.
  func compile(
    _ files: SubjectFiles, make expression: String, fitting shadow: ShadowFile,
    in folder: TemporaryFolder
  ) throws(Failure) -> Outcome {
    try compile(
      files, driver: driver(of: files, make: expression), fitting: shadow, in: folder)
  }

  private func compile(
    _ files: SubjectFiles, driver: String, fitting shadow: ShadowFile, in folder: TemporaryFolder
  ) throws(Failure) -> Outcome {
    var copy = self
    copy.shadow = try write(shadow.source, named: ShadowFile.name, in: folder)
    return try copy.compile(files, driver: driver, in: folder)
  }

  /// Compiles with the caller's driver, which has the program's entry point.
  func compile(
    _ files: SubjectFiles, driver source: String, in folder: TemporaryFolder
  ) throws(Failure) -> Outcome {
    let driver = try write(source, named: Driver.fileName, in: folder)
    let program = folder.url.appendingPathComponent(shadow == nil ? "subject" : "explored")
    let messages = try messages(
      of: [], files,
      [shadow].compactMap { $0 } + [driver, "-o", program.path, kit.archive], in: folder)
    return messages.map { .refused(messages: $0) } ?? .program(program)
  }

  /// The path of a new file in the folder.
  private func write(
    _ source: String, named name: String, in folder: TemporaryFolder
  ) throws(Failure) -> String {
    let file = folder.url.appendingPathComponent(name)
    do {
      try source.write(to: file, atomically: false, encoding: .utf8)
    } catch {
      throw Failure(status: .internalFault, message: "cannot compile: \(error)")
    }
    return file.path
  }

  /// The compiler's messages on the user's files, or `nil` if they compile.
  private func messages(
    of action: [String], _ files: SubjectFiles, _ rest: [String], in folder: TemporaryFolder
  ) throws(Failure) -> String? {
    let result: ChildProcess.Result
    do {
      // The compiler's own temporary files, too: it cannot remove them when it is killed.
      result = try ChildProcess(
        executable: swiftc,
        arguments: options + networking(files) + action + files.arguments + rest,
        environment: Executable.compilerEnvironment.merging(["TMPDIR": folder.url.path]) { $1 },
        leadsSession: true
      ).run(deadline: .seconds(600))
    } catch {
      throw Failure(status: .internalFault, message: "cannot compile: \(error)")
    }
    guard result.ending != .exited(0) else { return nil }
    let messages = result.errorText
    if messages.contains("compiled module was created by") {
      throw Failure(
        status: .internalFault,
        message: "\(swiftc.path) is another version of Swift than the one that built this program. "
          + "Run 'swift build' again with it")
    }
    if !Self.blamesSource(messages) {
      throw Failure(
        status: .internalFault,
        message: "the compiler failed, though it found no error in the source. Run 'swift build' "
          + "and try again. It said: \(messages)")
    }
    return messages
  }

  /// The declarations in the files, as the compiler knows them.
  enum Inspection {
    case found(SymbolGraph)
    /// The files do not compile. The value is the compiler's messages.
    case refused(messages: String)
  }

  /// Reads the files without making a program, and blocks the calling thread.
  func inspect(
    _ files: SubjectFiles, in folder: TemporaryFolder
  ) throws(Failure) -> Inspection {
    let place = folder.url.path
    let messages = try messages(
      of: [
        "-emit-module", "-o", "\(place)/Checked.swiftmodule", "-emit-symbol-graph",
        "-emit-symbol-graph-dir", place, "-symbol-graph-minimum-access-level", "private",
      ], files, [], in: folder)
    if let messages { return .refused(messages: messages) }
    do {
      let graph = try Data(contentsOf: folder.url.appendingPathComponent("Checked.symbols.json"))
      return .found(try JSONDecoder().decode(SymbolGraph.self, from: graph))
    } catch {
      throw Failure(status: .internalFault, message: "cannot read the symbol graph: \(error)")
    }
  }

  /// The expressions that do not compile, each with its first message.
  func refusals(
    of expressions: [String], _ files: SubjectFiles, in folder: TemporaryFolder
  ) throws(Failure) -> [String: String] {
    let source = Driver.trying(expressions, modules: files.modules)
    let path = try write(source, named: Driver.fileName, in: folder)
    let messages =
      try messages(of: ["-typecheck"], files, [path], in: folder) ?? ""
    let pattern = Driver.refusal
    return messages.split(separator: "\n").reduce(into: [:]) { refusals, line in
      guard let match = line.wholeMatch(of: pattern), let index = Int(match.output.1),
        expressions.indices.contains(index)
      else { return }
      refusals[expressions[index]] = refusals[expressions[index]] ?? String(match.output.2)
    }
  }

  /// Whether the compiler, or the linker of any system, found a fault in what it was given.
  ///
  /// Of a missing symbol lld and GNU's linkers say `undefined symbol` or `undefined reference`,
  /// Apple's `Undefined symbols for architecture arm64:` or `Undefined symbols:`.
  static func blamesSource(_ messages: String) -> Bool {
    messages.contains(/(?m)^\S.*:\d+:\d+: error:|(?i)undefined (reference|symbol)/)
  }

  /// The environment of the program. In Swift 5 it continues where it leaves an actor, as an app does. A
  /// sanitized one continues after a race, and gets a symbolizer for the lines of its code.
  ///
  /// A closure that only returns a property copies its memory, and Swift's runtime ignores copies
  /// by default.
  var runningEnvironment: [String: String] {
    // Swift's runtime tells the line, and goes on or ends the process.
    let isolation = [
      "SWIFT_IS_CURRENT_EXECUTOR_LEGACY_MODE_OVERRIDE": "nocrash",
      "SWIFT_UNEXPECTED_EXECUTOR_LOG_LEVEL": mode == .swift5 ? "1" : "2",
    ]
    guard sanitizes else { return isolation }
    return isolation.merging([
      // The sanitizer reports the place of each signal. See ``SanitizedCrash``.
      "TSAN_OPTIONS": "exitcode=0 halt_on_error=0 atexit_sleep_ms=0 handle_segv=1 handle_sigbus=1"
        + " handle_sigill=1 handle_sigfpe=1 handle_sigtrap=1 handle_abort=1"
        + (Platform.current == .linux ? " ignore_interceptors_accesses=0" : "")
        + (symbolizer.map { " external_symbolizer_path=\($0.path)" } ?? "")
    ]) { $1 }
  }

  /// The symbolizer, which finds the lines of a program's code.
  var symbolizer: Symbolizer? { Symbolizer(inToolchain: swiftc.deletingLastPathComponent()) }

  /// On Linux, transfers have their own module, which files written for Apple's platforms do not
  /// import.
  private func networking(_ files: SubjectFiles) -> [String] {
    guard Platform.current == .linux,
      files.sources.contains(where: {
        $0.contains(
          /\b(URLSession|URLRequest|URLResponse|HTTPURLResponse|HTTPCookie|URLCredential)/)
      })
    else { return [] }
    return ["-Xfrontend", "-import-module", "-Xfrontend", "FoundationNetworking"]
  }

  private var options: [String] {
    mode.arguments(checksIsolation: checksIsolation) + [
      "-suppress-warnings",
      // Even if a file is called main.swift: only the driver starts anything.
      "-parse-as-library",
      // One process for all files is faster than one for each.
      "-wmo", "-Onone", "-module-name", "Checked", "-D", "CHECKED", "-I", kit.modules,
      // Otherwise a message would show lines of the driver around the expression.
      "-diagnostic-style", "llvm",
    ]
      // A fifth faster, compiling included, than the linker that the compiler would choose.
      + (Platform.current == .linux ? ["-use-ld=lld"] : [])
      + (sanitizes ? ["-sanitize=thread", "-g"] : ["-gline-tables-only"])
  }
}

/// A language mode of the Swift compiler. Code that compiles in both may trap in only one of them.
enum LanguageMode: String, CaseIterable {
  case swift5 = "5"
  case swift6 = "6"

  /// The compiler's own mode for files that belong to no package.
  static let usual = swift5

  var other: LanguageMode { self == .swift5 ? .swift6 : .swift5 }

  /// The compiler's arguments.
  ///
  /// - Parameter checksIsolation: whether to turn on the dynamic checks of isolation, which are part of
  ///   Swift 6, in Swift 5, too. The compiler accepts code there that uses an actor on any thread.
  func arguments(checksIsolation: Bool) -> [String] {
    ["-swift-version", rawValue]
      + (self == .swift5 && checksIsolation
        ? ["-enable-upcoming-feature", "DynamicActorIsolation"] : [])
  }
}
