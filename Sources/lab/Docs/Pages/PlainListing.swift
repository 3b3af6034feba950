import Foundation
import LabKit
import OperationCourse
import OperationLab
import OperationBench

/// A lesson's scenario in plain Foundation: `plain.swift` beside its page, and what it prints.
struct PlainListing {
  let code: String
  /// Its standard output, without the last line break.
  let output: String

  /// Compiles the lesson's file and runs it. Blocks the calling thread.
  init(of lesson: Lesson, in root: URL) throws(Failure) {
    try self.init(root.appendingPathComponent("Lessons/\(lesson.folder)/plain.swift"))
  }

  /// Compiles a file and runs it. Blocks the calling thread.
  init(_ file: URL) throws(Failure) {
    let path = file.path
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let program = folder.url.appendingPathComponent("plain")
    do {
      code = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
      let compiled = try ChildProcess(
        executable: Executable.compiler(),
        arguments: [
          "-swift-version", "6", "-warnings-as-errors", "-o", program.path, file.path,
        ], environment: ["TMPDIR": folder.url.path]
      ).run(deadline: .seconds(120))
      guard compiled.ending == .exited(0) else {
        throw Failure(
          status: .doesNotCompile, message: "\(path) does not compile:\n\(compiled.errorText)")
      }
      let lines = Locked<[String]>([])
      let ran = try ChildProcess(executable: program, arguments: []).run(deadline: .seconds(30)) {
        line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      }
      guard ran.ending == .exited(0) else {
        throw Failure(status: .failed, message: "\(path) ended with \(ran.ending)")
      }
      output = lines.withLock { $0 }.joined(separator: "\n")
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(status: .unreadable, message: "cannot compile or run \(path): \(error)")
    }
  }
}
