import Foundation
import OperationBench
import XCTest
@testable import OperationTesting

/// `Conformance.check` in tests of XCTest.
final class HostedXCTests: XCTestCase {
  private static let rules = Conformance.rules.filter {
    ["completes-in-a-queue", "main-thread-may-wait"].contains($0.id)
  }

  override func setUp() {
    let report = Conformance.check("set up", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    XCTAssert(report.passed && report.undecided.isEmpty, "\(report)")
  }

  func testSynchronous() {
    let report = Conformance.check("sync", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    XCTAssert(report.passed && report.undecided.isEmpty, "\(report)")
  }

  func testAsynchronous() async {
    let report = await Conformance.check("async", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    XCTAssert(report.passed && report.undecided.isEmpty, "\(report)")
  }
}
