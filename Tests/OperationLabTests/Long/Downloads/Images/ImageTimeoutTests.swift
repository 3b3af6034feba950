import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Article D's timeouts: one for each download, one for all of a manager.
@Suite(.repeatable) struct ImageTimeoutTests {
  private let bench: ImageBench

  init() throws { bench = try ImageBench() }

  /// Runs a test while the server says nothing. The session itself would wait for ten minutes.
  private func withSilence(_ body: () -> Void) {
    let hold = LoopbackServer.Hold()
    bench.serve("/p", faults: [.silence(hold)])
    body()
    hold.release()
  }

  private func note(_ result: Result<Picture, ImageDownloadError>) {
    if case .failure(.download(.connection)) = result {
      bench.log.note("gives up")
    } else {
      bench.log.note(result)
    }
  }

  @Test("a download gives up after its own timeout")
  func downloadGivesUp() {
    withSilence {
      let (bench, note) = (bench, note)
      let downloader = ImageDownloader(
        bench.server.url("/p"), timeout: 1, session: bench.session, callbacks: bench.callbacks
      )
      .then { note(.success($0)) }
      .catch { note(.failure($0)) }
      #expect(downloader.timeout == 1)
      #expect(bench.run(downloader))
      #expect(bench.log.lines(1) == ["gives up"])
    }
  }

  @Test("a manager's timeout is that of each of its downloads")
  func managerGivesUp() {
    withSilence {
      let manager = ImageDownloadManager(
        timeout: 1, session: bench.session, callbacks: bench.callbacks)
      manager.download(bench.server.url("/p"), completion: note)
      #expect(bench.log.lines(1) == ["gives up"])
    }
  }

  @Test("a download's own timeout comes before the manager's")
  func ownComesFirst() {
    withSilence {
      let manager = ImageDownloadManager(
        timeout: 3_600, session: bench.session, callbacks: bench.callbacks)
      manager.download(bench.server.url("/p"), timeout: 1, completion: note)
      #expect(bench.log.lines(1) == ["gives up"])
    }
  }
}
