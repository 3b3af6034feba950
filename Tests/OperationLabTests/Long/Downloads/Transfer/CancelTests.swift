import Foundation
import OperationLab
import Testing

@testable import OperationDownloads

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A task that is cancelled as it ends", .longPlan, .repeatable)
struct CancelTests {
  @Test("has what the session says meanwhile kept back, and told afterwards in its order")
  func keepsBack() {
    let (queue, told) = (ImmediateQueue(), Locked<[Int]>([]))
    let tell: @Sendable (Int) -> Void = { number in told.withLock { $0.append(number) } }
    queue.addOperation { tell(1) }
    #expect(told.withLock { $0 } == [1])
    queue.keepingBack {
      queue.addOperation {
        tell(2)
        // As the session does when a block answers it.
        queue.addOperation { tell(3) }
      }
      queue.addOperation { tell(4) }
      #expect(told.withLock { $0 } == [1])
    }
    #expect(told.withLock { $0 } == [1, 2, 3, 4])
    queue.addOperation { tell(5) }
    #expect(told.withLock { $0 } == [1, 2, 3, 4, 5])
  }

  #if compiler(>=6.2)
    // Nothing listens at this port, so each task ends as soon as it begins. Without the queue's help one of
    // so many traps, nearly always.
    @Test(
      "does not end the process, even if two threads cancel it",
      .enabled(if: Platform.current == .linux))
    func survives() async {
      await #expect(processExitsWith: .success) {
        let queue = ImmediateQueue()
        queue.maxConcurrentOperationCount = 1
        let sessions = (0..<8).map { _ in
          URLSession(
            configuration: TransferSession.prepared(nil, nil),
            delegate: TransferRouter(), delegateQueue: queue)
        }
        let url = try #require(URL(string: "http://127.0.0.1:9"))
        for round in 0..<8_000 {
          let task = sessions[round % 8].dataTask(with: url)
          task.resume()
          queue.keepingBack {
            let other = DispatchGroup()
            DispatchQueue.global().async(group: other) { task.cancel() }
            Platform.cancelAndWait(for: task)
            other.wait()
          }
        }
      }
    }
  #endif
}
