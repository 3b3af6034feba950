import LabKit
import OperationLab
import Foundation
import OperationBench

/// The output of `lab` for a command.
enum Transcript {
  /// Runs `lab` with these words and returns its standard output.
  static func of(_ words: String) throws(Failure) -> String {
    let arguments = words.split(separator: " ").map(String.init)
    let lines = Locked<[String]>([])
    do {
      _ = try ChildProcess(
        // The pages have their readers type `swift run lab`.
        executable: Executable.url.deletingLastPathComponent().appendingPathComponent("lab"),
        arguments: arguments, environment: ["_": "swift"]
      )
      .run(deadline: .seconds(60)) { line in
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      }
    } catch {
      throw Failure(status: .internalFault, message: "cannot run 'lab \(words)': \(error)")
    }
    return lines.withLock { $0 }.joined(separator: "\n")
  }
}
