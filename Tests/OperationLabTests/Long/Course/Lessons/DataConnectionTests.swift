import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench

@Suite(.longPlan, .repeatable) struct DataConnectionTests {
  private let server: LoopbackServer
  private let session = TransferSession(idleTimeout: 600)
  private let callbacks = DownloadManager.CallbackQueue.dispatch(
    DispatchQueue(label: "connection callbacks"))
  private let body = LoopbackServer.Body.generated(length: 60_000)
  private let results = Results()

  init() throws { server = try LoopbackServer() }

  /// Stores the results of the completion. Tests can wait for a result and for progress.
  private final class Results: Sendable {
    private let all = Locked<[Result<Data, DownloadError>]>([])
    private let told = DispatchSemaphore(value: 0)
    private let received = Locked(0)
    private let moved = NSCondition()

    func add(_ result: Result<Data, DownloadError>) {
      all.withLock { $0.append(result) }
      told.signal()
    }

    func hear(_ progress: DownloadProgress) {
      moved.withLock {
        received.withLock { $0 = progress.received }
        moved.broadcast()
      }
    }

    func wait() -> [Result<Data, DownloadError>] {
      _ = told.wait(timeout: .longEnough)
      return all.withLock { $0 }
    }

    var count: Int { all.withLock { $0.count } }

    func waitForBytes(_ count: Int) -> Bool {
      let deadline = Date.longEnough
      return moved.withLock {
        while received.withLock({ $0 }) < count {
          guard moved.wait(until: deadline) else { return false }
        }
        return true
      }
    }
  }

  private func connection(_ path: String = "/f") -> DataConnection {
    DataConnection(
      server.url(path), session: session, callbacks: callbacks,
      progress: { [results] in results.hear($0) }, completion: { [results] in results.add($0) })
  }

  @Test("it delivers its bytes once")
  func bringsItsBytes() throws {
    server.serve("/f", LoopbackServer.Resource(body))
    let connection = connection()
    let queue = OperationQueue()
    queue.addOperation(connection.operation)
    let results = results.wait()
    #expect(try results.first?.get() == body.bytes(0..<body.length))
    #expect(connection.progress == DownloadProgress(received: 60_000, total: 60_000))
    #expect(connection.operation.isFinished && connection.error == nil)
    #expect(self.results.count == 1)
  }

  @Test("when paused, it keeps its bytes, and when resumed, it requests the rest")
  func pausesAndResumes() throws {
    let hold = LoopbackServer.Hold()
    server.serve("/f", LoopbackServer.Resource(body), faults: [.stall(after: 20_000, hold)])
    let connection = connection()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.addOperation(connection.operation)
    let next = BlockOperation {}
    queue.addOperation(next)
    #expect(results.waitForBytes(20_000))
    connection.pause()
    #expect(hold.isAbandoned())
    #expect(connection.operation.isPaused && connection.data.count == 20_000)
    // It is paused and not finished, so it keeps its slot.
    #expect(!connection.operation.isFinished && !next.isFinished)
    hold.release()
    connection.resume()
    #expect(try results.wait().first?.get() == body.bytes(0..<body.length))
    #expect(server.requests.map { $0["Range"] } == [nil, "bytes=20000-"])
  }

  @Test("without versions from the server, everything is requested again")
  func beginsAnewWithoutVersion() throws {
    let hold = LoopbackServer.Hold()
    let resource = LoopbackServer.Resource(body, etag: nil)
    server.serve("/f", resource, faults: [.stall(after: 20_000, hold)])
    let connection = connection()
    connection.operation.start()
    #expect(results.waitForBytes(20_000))
    connection.pause()
    #expect(hold.isAbandoned())
    hold.release()
    connection.resume()
    #expect(try results.wait().first?.get() == body.bytes(0..<body.length))
    #expect(server.requests.map { $0["Range"] } == [nil, nil])
  }

  @Test("when paused before its start, it sends no request until it is resumed")
  func pausedBeforeStart() throws {
    server.serve("/f", LoopbackServer.Resource(body))
    let connection = connection()
    connection.pause()
    connection.operation.start()
    #expect(server.requests == [])
    connection.resume()
    #expect(try results.wait().first?.get().count == 60_000)
  }

  @Test("when cancelled during its transfer, it ends the transfer and reports it once")
  func cancelledUnderWay() {
    let hold = LoopbackServer.Hold()
    server.serve("/f", LoopbackServer.Resource(body), faults: [.stall(after: 20_000, hold)])
    let connection = connection()
    connection.operation.start()
    #expect(results.waitForBytes(20_000))
    connection.cancel()
    connection.cancel()
    #expect(results.wait() == [.failure(.cancelled)])
    #expect(hold.isAbandoned())
    #expect(connection.operation.isFinished)
    hold.release()
  }

  @Test("cancelled before its start it finishes when it is started, without a request")
  func cancelledBeforeStart() {
    server.serve("/f", LoopbackServer.Resource(body))
    let connection = connection()
    connection.cancel()
    #expect(!connection.operation.isFinished)
    connection.operation.start()
    #expect(results.wait() == [.failure(.cancelled)])
    #expect(server.requests == [])
  }

  @Test("a failure is its error, and its operation's end")
  func carriesItsError() {
    let connection = connection("/missing")
    connection.operation.start()
    #expect(results.wait() == [.failure(.status(404))])
    #expect(connection.error == .status(404) && connection.operation.isFinished)
  }

  @Test("bytes that are missing at the end are an error")
  func incompleteIsAnError() {
    server.serve("/f", LoopbackServer.Resource(body, fault: .cut(after: 20_000)))
    let connection = connection()
    connection.operation.start()
    #expect(results.wait().count == 1)
    #expect(connection.error != nil)
  }

  @Test("paused and resumed by four threads at once it still brings its bytes")
  func bearsManyThreads() throws {
    let slow = LoopbackServer.Fault.trickle(pieces: 1_000, pause: 1)
    server.serve("/f", LoopbackServer.Resource(body), faults: Array(repeating: slow, count: 40))
    let connection = connection()
    connection.operation.start()
    let group = DispatchGroup()
    for thread in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        for step in 0..<20 {
          (step + thread).isMultiple(of: 2) ? connection.pause() : connection.resume()
        }
        group.leave()
      }
    }
    #expect(group.wait(timeout: .longEnough) == .success)
    connection.resume()
    #expect(try results.wait().first?.get() == body.bytes(0..<body.length))
    #expect(results.count == 1)
  }

  @Test("it is released after it finishes")
  func released() throws {
    server.serve("/f", LoopbackServer.Resource(body))
    weak var operation: Operation?
    do {
      let connection = connection()
      operation = connection.operation
      connection.operation.start()
      #expect(results.wait().count == 1)
    }
    #expect(isReleased { operation })
  }
}
