import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

/// The battery on the kit's downloads, which do their own work over real connections.
@Suite("The kit's own downloads", .longPlan, .repeatable, .serialized)
struct DownloadConformanceTests {
  @Test("keep all rules, each file under its own name")
  func download() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", .init(.generated(length: 3_000)))
      let count = Locked(0)
      let report = Conformance.check("DownloadOperation") {
        let number = count.withLock { count in
          count += 1
          return count
        }
        return DownloadOperation(
          bench.server.url("/f"), to: bench.folder.appending(path: "file \(number)"),
          session: bench.session)
      }
      #expect(report.passed, "\(report)")
      #expect(Self.isTelling(report), "\(report)")
    }
  }

  @Test("keep all rules, also where a picture is made of what arrives")
  func picture() throws {
    let bench = try ImageBench()
    bench.serve("/p")
    let report = Conformance.check("ImageDownloader") {
      ImageDownloader(bench.server.url("/p"), session: bench.session)
    }
    #expect(report.passed, "\(report)")
    #expect(Self.isTelling(report), "\(report)")
  }

  @Test("keep all rules as a connection, whose transport is the probe")
  func connection() {
    let report = Conformance.check("ConnectionOperation") { probe in
      ConnectionOperation { connection, move in
        guard move.old == .ready, move.new == .executing else { return }
        probe.begin { connection.finish() }
      }
    }
    #expect(report.passed, "\(report)")
  }

  /// Most rules are decided: those that must see the work are not, and one or another is not when
  /// the answer was late.
  private static func isTelling(_ report: Conformance.Report) -> Bool {
    report.results.count { $0.ruling.verdict == .holds } >= 10
  }
}
