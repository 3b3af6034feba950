import Foundation
import OperationLab

/// The real `lab`, run as a user would.
struct LabProcess {
  var arguments: [String]
  var environment: [String: String] = [:]

  /// What a run printed, and how it ended.
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] {
      output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Runs `lab` with these words. Standard output is a pipe.
  static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
    try LabProcess(arguments: arguments, environment: environment).run()
  }

  /// Runs `labdocs` with these words.
  static func docs(_ arguments: [String]) throws -> Result {
    try capture(URL(fileURLWithPath: executable.path + "docs"), arguments, [:])
  }

  func run() throws -> Result {
    try Self.capture(Self.executable, arguments, environment)
  }

  /// Runs it with a standard output from which nothing reads any more.
  func runWithoutReader() throws -> Result {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    return try Self.capture(
      Self.executable, arguments, environment, output: pipe.fileHandleForWriting)
  }

  /// Runs a shell command in which `$LAB` is the program.
  static func shell(_ command: String, environment: [String: String] = [:]) throws -> Result {
    try capture(
      URL(fileURLWithPath: "/bin/sh"), ["-c", command],
      environment.merging(["LAB": executable.path]) { $1 })
  }

  /// The folder with the package's manifest.
  static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether scripts in Python can be tried here.
  static let hasPython = (try? shell("command -v python3"))?.status == 0

  /// The program beside the test bundle, where the package manager has built both.
  static var executable: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    var folder = bundle.bundleURL
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("lab")
      if FileManager.default.isExecutableFile(atPath: candidate.path),
        !FileManager.default.fileExists(atPath: candidate.appendingPathComponent("Lab.swift").path)
      {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return URL(fileURLWithPath: "lab")
  }

  private static func capture(
    _ executable: URL, _ arguments: [String], _ environment: [String: String],
    output: FileHandle? = nil
  ) throws -> Result {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: nothing has to drain them while the process runs.
    let files = try ["out", "err"].map { name in
      let file = folder.appendingPathComponent(name)
      try Data().write(to: file)
      return (file, try FileHandle(forWritingTo: file))
    }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    // As from a shell that has started `swift` in the checkout, however the tests were started.
    process.currentDirectoryURL = checkout
    var inherited = ProcessInfo.processInfo.environment
    for name in ["COLUMNS", "NO_COLOR", "TERM", "LC_ALL", "LC_MESSAGES", "PAGER"] {
      inherited.removeValue(forKey: name)
    }
    process.environment = inherited.merging(
      [
        "LANG": "C.UTF-8", "XDG_STATE_HOME": folder.appendingPathComponent("state").path,
        "_": "/usr/bin/swift",
      ]
    ) { $1 }.merging(environment) { $1 }
    process.standardOutput = output ?? files[0].1
    process.standardError = files[1].1
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    for (_, handle) in files { try handle.close() }
    return Result(
      status: process.terminationReason == .uncaughtSignal
        ? -process.terminationStatus : process.terminationStatus,
      output: try String(contentsOf: files[0].0, encoding: .utf8),
      errors: try String(contentsOf: files[1].0, encoding: .utf8))
  }
}
