import Foundation
import OperationLab

/// Turns the user's files and their expression into a program that hosts trials.
struct SubjectCompiler {
  let kit: Kit
  let swiftc: URL
  /// Whether to build the subject with the thread sanitizer.
  var sanitizes = false

  /// - Parameters:
  ///   - kit: what to compile against; by default the library that this program was linked from.
  ///   - sanitizes: whether to build the subject with the thread sanitizer.
  init(kit: Kit? = nil, sanitizes: Bool = false) throws(Failure) {
    if let kit { self.kit = kit } else { self.kit = try Kit() }
    swiftc = try Self.findCompiler()
    self.sanitizes = sanitizes
  }

  /// What came of it.
  enum Outcome {
    case program(URL)
    /// It does not compile; these are the compiler's own messages.
    case refused(messages: String)
  }

  /// Compiles and links in one go; blocks the calling thread.
  func compile(
    _ files: SubjectFiles, make expression: String, in folder: TemporaryFolder
  ) throws(Failure) -> Outcome {
    let driver = folder.url.appendingPathComponent(Driver.fileName)
    let program = folder.url.appendingPathComponent("subject")
    let result: ChildProcess.Result
    do {
      try Driver(expression: expression, modules: files.modules).source
        .write(to: driver, atomically: false, encoding: .utf8)
      let arguments = options + files.arguments + [driver.path, "-o", program.path] + kit.objects
      result = try ChildProcess(executable: swiftc, arguments: arguments)
        .run(deadline: .seconds(600))
    } catch {
      throw Failure(status: .internalFault, message: "cannot compile: \(error)")
    }
    guard result.ending != .exited(0) else { return .program(program) }
    if result.errorText.contains("compiled module was created by") {
      throw Failure(
        status: .internalFault,
        message: "\(swiftc.path) is another version of Swift than the one that built this program; "
          + "run 'swift build' again with it")
    }
    if !result.errorText.contains(/(?m)^\S.*:\d+:\d+: error:|undefined (reference|symbol)/) {
      throw Failure(
        status: .internalFault,
        message: "the compiler failed, though it found no error in the source; run 'swift build' "
          + "and try again. It said: \(result.errorText)")
    }
    return .refused(messages: result.errorText)
  }

  /// What a sanitized program needs to know: races are no end of it, and somebody must tell it the
  /// lines of its code.
  var runningEnvironment: [String: String] {
    guard sanitizes else { return [:] }
    let symbolizer = swiftc.deletingLastPathComponent().appendingPathComponent("llvm-symbolizer")
    let isThere = FileManager.default.isExecutableFile(atPath: symbolizer.path)
    return [
      "TSAN_OPTIONS": "exitcode=0 halt_on_error=0"
        + (isThere ? " external_symbolizer_path=\(symbolizer.path)" : "")
    ]
  }

  private var options: [String] {
    [
      // Old code compiles as it did.
      "-swift-version", "5", "-suppress-warnings",
      // Even if a file is called main.swift: only the driver starts anything.
      "-parse-as-library",
      // One process for all files is faster than one for each.
      "-wmo", "-Onone", "-module-name", "Checked", "-I", kit.modules,
      // Otherwise a message would show lines of the driver around the expression.
      "-diagnostic-style", "llvm",
    ] + (sanitizes ? ["-sanitize=thread", "-g"] : [])
  }

  /// The compiler that the user's own builds use: `SWIFT_EXEC`, or the first on the PATH.
  private static func findCompiler() throws(Failure) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let candidates =
      [environment["SWIFT_EXEC"]].compactMap { $0 } + folders.map { $0 + "/swiftc" }
    guard let path = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw Failure(
        status: .internalFault,
        message: "there is no 'swiftc' on the PATH; install Swift or add its folder to the PATH")
    }
    return URL(fileURLWithPath: path)
  }
}
