import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationTesting

/// What the caller of a download may wish for besides the file.
@Suite(.repeatable) struct DownloadWishesTests {
  private let body = LoopbackServer.Body.generated(length: 100_000)

  /// Writes down the three calls of article A's protocol, and the fourth.
  private final class Hearer: DownloadOperationDelegate {
    let calls = Locked<[String]>([])
    let data = Locked<Data?>(nil)
    let isOver = DispatchSemaphore(value: 0)

    func downloadOperation(
      _ operation: DownloadOperation, didMakeProgress progress: DownloadProgress
    ) {
      calls.withLock { if $0.last != "progress" { $0.append("progress") } }
    }

    func downloadOperation(_ operation: DownloadOperation, didFinishWith data: Data) {
      calls.withLock { $0.append("data") }
      self.data.withLock { $0 = data }
    }

    func downloadOperation(_ operation: DownloadOperation, didFinishAt file: URL) {
      calls.withLock { $0.append("file") }
      isOver.signal()
    }

    func downloadOperation(_ operation: DownloadOperation, didFailWith error: DownloadError) {
      calls.withLock { $0.append("error") }
      isOver.signal()
    }
  }

  private func operation(
    _ bench: DownloadBench, _ hearer: Hearer, keepsPart: Bool = false, keepsInMemory: Bool,
    timeout: TimeInterval? = 600
  ) -> DownloadOperation {
    DownloadOperation(
      bench.server.url("/f"), to: bench.destination, session: bench.session, keepsPart: keepsPart,
      keepsInMemory: keepsInMemory, timeout: timeout, delegate: hearer, callbacks: bench.callbacks)
  }

  @Test("with data in memory, the delegate gets the data and then the file")
  func comesInMemory() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      let hearer = Hearer()
      let operation = operation(bench, hearer, keepsInMemory: true)
      #expect(operation.data == nil)
      #expect(bench.run(operation))
      #expect(hearer.isOver.wait(timeout: .longEnough) == .success)
      #expect(hearer.calls.withLock { $0 } == ["progress", "data", "file"])
      #expect(hearer.data.withLock { $0 } == body.bytes(0..<body.length))
      #expect(operation.data == body.bytes(0..<body.length))
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("the data of a file in two parts is complete")
  func bothPartsAreInMemory() throws {
    try withDownloadBench { bench throws in
      let faults: [LoopbackServer.Fault?] = [.cut(after: 80_000)]
      bench.server.serve("/f", LoopbackServer.Resource(body), faults: faults)
      let first = Hearer()
      #expect(bench.run(operation(bench, first, keepsPart: true, keepsInMemory: true)))
      #expect(first.isOver.wait(timeout: .longEnough) == .success)
      #expect(first.calls.withLock { $0 } == ["progress", "error"])
      let hearer = Hearer()
      #expect(bench.run(operation(bench, hearer, keepsPart: true, keepsInMemory: true)))
      #expect(hearer.isOver.wait(timeout: .longEnough) == .success)
      #expect(bench.server.requests.last?["Range"] == "bytes=80000-")
      #expect(hearer.data.withLock { $0 } == body.bytes(0..<body.length))
    }
  }

  @Test("without data in memory, the delegate gets only the file")
  func staysOnDisk() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      let hearer = Hearer()
      let operation = operation(bench, hearer, keepsInMemory: false)
      #expect(bench.run(operation))
      #expect(hearer.isOver.wait(timeout: .longEnough) == .success)
      #expect(hearer.calls.withLock { $0 } == ["progress", "file"])
      #expect(operation.data == nil)
    }
  }

  @Test("a failure is one call, and no data")
  func failureIsOneCall() throws {
    try withDownloadBench { bench throws in
      let hearer = Hearer()
      #expect(bench.run(operation(bench, hearer, keepsInMemory: true)))
      #expect(hearer.isOver.wait(timeout: .longEnough) == .success)
      #expect(hearer.calls.withLock { $0 }.filter { $0 != "progress" } == ["error"])
    }
  }

  @Test("the default timeout is the article's 25 seconds")
  func patienceIsTheArticles() throws {
    try withDownloadBench { bench throws in
      let operation = DownloadOperation(
        bench.server.url("/f"), to: bench.destination, delegate: nil)
      #expect(operation.timeout == 25)
      let part = try PartFile(of: bench.destination, from: operation.url, resuming: false)
      #expect(operation.rest(of: part).timeoutInterval == 25)
      part.discard()
    }
  }

  @Test("a silent server is an error after the operation's own patience, not the session's")
  func ownPatienceCounts() throws {
    try withDownloadBench { bench throws in
      let hold = LoopbackServer.Hold()
      defer { hold.release() }
      bench.server.serve("/f", LoopbackServer.Resource(body, fault: .silence(hold)))
      let hearer = Hearer()
      #expect(bench.run(operation(bench, hearer, keepsInMemory: false, timeout: 1)))
      #expect(hearer.isOver.wait(timeout: .longEnough) == .success)
      #expect(hearer.calls.withLock { $0.last } == "error")
    }
  }
}
