import Foundation
import OperationTesting
import Synchronization

@testable import LabShared
@testable import lab

/// One program with all subjects of the catalogue. It checks one of them with `Conformance.check`,
/// and all trials run in its process, as in a user's own test.
struct InProcessProgram {
  /// Compiled once, when it is first needed.
  static let shared = Result { try InProcessProgram() }

  private let program: URL
  private let folder: TemporaryFolder

  private init() throws {
    folder = try TemporaryFolder()
    program = try SubjectFolder.shared.get().compile(driver: Self.driver, in: folder)
  }

  /// The verdicts of `Conformance.check`, by rule. `nil` if the subject ended the process, for
  /// example with a trap.
  ///
  /// Takes a while.
  func check(_ name: String) throws -> [String: Conformance.Verdict]? {
    let child = ChildProcess(
      executable: program, arguments: [], environment: [SubjectFolder.variable: name])
    let last = Mutex(Data())
    let result = try child.run(deadline: .seconds(600)) { line in last.withLock { $0 = line } }
    guard result.ending != .deadline else { throw NeverEnded() }
    guard result.ending == .exited(0) else { return nil }
    return try JSONDecoder().decode(
      [String: Conformance.Verdict].self, from: last.withLock { $0 })
  }

  /// The process was killed, so it has no verdict.
  struct NeverEnded: Error {}

  private static func driver(_ choice: String) -> String {
    """
    import Foundation
    import OperationTesting

    @main
    enum InProcess {
      static func make(_ probe: Probe) -> Operation {
        \(choice)
      }

      static func main() throws {
        let report = Conformance.check("the subject") { make($0) }
        let verdicts = report.results.map { ($0.rule.id, $0.verdict) }
        let json = try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: verdicts))
        FileHandle.standardOutput.write(json + [UInt8(ascii: "\\n")])
        exit(0)
      }
    }
    """
  }
}
