import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench

@Suite(.longPlan, .repeatable) struct DownloadManagerTests {
  typealias Resource = LoopbackServer.Resource

  let body = LoopbackServer.Body.generated(length: 300_000)

  @Test("twenty files arrive, never more than the width at a time")
  func twentyFiles() throws {
    try withManagerBench(width: 3) { bench throws in
      let paths = (0..<20).map { "f\($0)" }
      for path in paths {
        bench.server.serve("/\(path)", Resource(body))
        bench.start(path)
      }
      #expect(bench.rests())
      #expect(bench.manager.downloads.map(\.state) == Array(repeating: .finished, count: 20))
      #expect(try bench.names == paths.sorted())
      #expect(bench.server.mostRepliesAtOnce <= 3)
      #expect(bench.states("f7") == [.waiting, .running, .finished])
      #expect(bench.manager.progress == DownloadProgress(received: 6_000_000, total: 6_000_000))
      for path in paths { #expect(try body.matches(fileAt: bench.destination(path))) }
    }
  }

  @Test("a queue of the app's shows each attempt by the name of its file")
  func queueOfTheApp() throws {
    try withManagerBench { bench throws in
      let seen = Locked<[String]>([])
      let queue = ReportingQueue { event in seen.withLock { $0.append("\(event)") }
      }
      (queue.name, queue.maxConcurrentOperationCount) = ("net", 2)
      let manager = DownloadManager(queue: queue, callbacks: .dispatch(.global()))
      #expect(manager.queue.maxConcurrentOperationCount == 2)
      bench.server.serve("/a.txt", Resource(body))
      manager.start(bench.server.url("/a.txt"), to: bench.destination("a.txt"))
      while !seen.withLock({ $0.contains("a.txt#1 finished") }) { sched_yield() }
      #expect(
        seen.withLock { $0 }.prefix(4) == [
          "a.txt#1 added to net", "a.txt#1 ready", "a.txt#1 started", "a.txt#1 finished",
        ])
      let narrow = DownloadManager(maxConcurrentOperationCount: 1, queue: queue)
      #expect(
        narrow.queue.maxConcurrentOperationCount == 1 && queue.maxConcurrentOperationCount == 1)
      #expect(DownloadManager().queue.maxConcurrentOperationCount == 6)
    }
  }

  @Test("when one finishes the next starts by itself") func nextStarts() throws {
    try withManagerBench(width: 1) { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/first", Resource(body, fault: .stall(after: 10, hold)))
      bench.server.serve("/second", Resource(body))
      bench.start("first")
      bench.start("second")
      #expect(hold.isReached())
      #expect(bench.state("second") == .waiting)
      hold.release()
      #expect(bench.rests())
      #expect(bench.states("second") == [.waiting, .running, .finished])
    }
  }

  @Test("a pause frees the slot and keeps the bytes, and a new operation asks for the rest")
  func pauseFreesSlot()
    throws
  {
    try withManagerBench(width: 1) { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [.stall(after: 100_000, hold)])
      bench.server.serve("/b", Resource(body))
      bench.start("a")
      #expect(hold.isReached())
      #expect(bench.receives("a"))
      bench.start("b")
      bench.manager.pause(bench.id("a"))
      #expect(bench.comes("b", to: .finished))
      #expect(bench.state("a") == .paused)
      #expect(try bench.names == ["a.part", "a.part.json", "b"])
      let kept = bench.manager[bench.id("a")]?.progress.received ?? 0
      bench.manager.resume(bench.id("a"))
      #expect(bench.comes("a", to: .finished))
      #expect(bench.states("a") == [.waiting, .running, .paused, .waiting, .running, .finished])
      #expect(bench.server.requests(for: "/a").map { $0["Range"] } == [nil, "bytes=\(kept)-"])
      #expect(kept > 0 && kept <= 100_000)
      #expect(bench.manager[bench.id("a")]?.attempts == 2)
      #expect(try body.matches(fileAt: bench.destination("a")))
    }
  }

  @Test("all can be paused and resumed") func allCanBePausedAndResumed() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      for path in ["a", "b", "c"] {
        bench.server.serve("/\(path)", Resource(body), faults: [.stall(after: 50_000, hold)])
        bench.start(path)
      }
      #expect(hold.isReached(by: 3))
      bench.manager.pauseAll()
      #expect(bench.manager.downloads.map(\.state) == [.paused, .paused, .paused])
      bench.manager.resumeAll()
      #expect(bench.rests())
      #expect(try bench.names == ["a", "b", "c"])
    }
  }

  @Test("a cancelled download leaves nothing, and a new one starts from the beginning")
  func cancelLeavesNothing() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [.stall(after: 50_000, hold)])
      bench.start("a")
      #expect(hold.isReached())
      bench.manager.cancel(bench.id("a"))
      #expect(bench.comes("a", to: .cancelled))
      #expect(try bench.names == [])
      bench.manager.resume(bench.id("a"))
      #expect(bench.comes("a", to: .finished))
      #expect(bench.server.requests.map { $0["Range"] } == [nil, nil])
    }
  }

  @Test("a paused download that is cancelled leaves nothing")
  func cancelAfterPause() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [.stall(after: 50_000, hold)])
      bench.start("a")
      #expect(hold.isReached())
      #expect(bench.receives("a"))
      bench.manager.pauseAll()
      #expect(bench.comes("a", to: .paused))
      bench.manager.cancelAll()
      #expect(bench.comes("a", to: .cancelled))
      #expect(try bench.names == [])
    }
  }

  @Test("a download that waits can be cancelled and its slot is not lost")
  func cancelWhileWaiting() throws {
    try withManagerBench(width: 1) { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [.stall(after: 50_000, hold)])
      bench.server.serve("/b", Resource(body))
      bench.server.serve("/c", Resource(body))
      for path in ["a", "b", "c"] { bench.start(path) }
      #expect(hold.isReached())
      bench.manager.cancel(bench.id("b"))
      hold.release()
      #expect(bench.rests())
      #expect(try bench.names == ["a", "c"])
      #expect(bench.states("b") == [.waiting, .cancelled])
      #expect(bench.server.requests(for: "/b") == [])
    }
  }

  @Test("a restart begins from the first byte") func restartsFromZero() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [.stall(after: 50_000, hold)])
      bench.start("a")
      #expect(hold.isReached())
      #expect(bench.receives("a"))
      bench.manager.restart(bench.id("a"))
      #expect(bench.comes("a", to: .finished))
      #expect(bench.states("a") == [.waiting, .running, .waiting, .running, .finished])
      #expect(bench.server.requests.map { $0["Range"] } == [nil, nil])
      bench.manager.restart(bench.id("a"))
      #expect(bench.manager[bench.id("a")]?.isActive == true)
      #expect(bench.comes("a", to: .finished))
      #expect(try body.matches(fileAt: bench.destination("a")))
    }
  }

  @Test("starting twice is starting once") func startingTwiceIsStartingOnce() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body))
      bench.start("a")
      bench.start("a")
      #expect(bench.rests())
      bench.start("a")
      #expect(bench.server.requests.count == 1)
      #expect(bench.states("a") == [.waiting, .running, .finished])
    }
  }

  @Test("a download that another manager left on disk is resumed")
  func resumesFromDisk() throws {
    try withManagerBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/a", Resource(body), faults: [.stall(after: 100_000, hold)])
      bench.start("a")
      #expect(hold.isReached())
      #expect(bench.receives("a"))
      bench.manager.pauseAll()
      let next = ManagerBench(server: bench.server, folder: bench.folder)
      next.start("a")
      #expect(next.rests())
      #expect(bench.server.requests.last?["Range"] != nil)
      #expect(try body.matches(fileAt: bench.destination("a")))
    }
  }

  @Test("random commands leave complete files or none")
  func randomCommands() throws {
    try withManagerBench(width: 2) { bench throws in
      var generator = SplitMix(seed: 3)
      let paths = ["a", "b", "c", "d"]
      for path in paths {
        bench.server.serve("/\(path)", Resource(body))
        bench.start(path)
      }
      for _ in 0..<400 {
        let id = bench.id(paths[Int.random(in: 0..<4, using: &generator)])
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bench.manager.pause(id)
        case 1: bench.manager.resume(id)
        case 2: bench.manager.restart(id)
        default: bench.manager.cancel(id)
        }
      }
      bench.manager.resumeAll()
      #expect(bench.rests())
      #expect(bench.manager.downloads.map(\.state) == Array(repeating: .finished, count: 4))
      #expect(try bench.names == paths)
      for path in paths { #expect(try body.matches(fileAt: bench.destination(path))) }
    }
  }
}
