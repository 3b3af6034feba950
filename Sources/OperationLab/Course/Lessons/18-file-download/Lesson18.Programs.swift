import Foundation
import OperationDownloads
@_spi(Course) import OperationBench

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Lesson18 {
  static let article = Program(
    "article", role: .article,
    "Article A's download runs five times. One succeeds, one fails, three are cancelled.",
    expected: .hangs
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      var scenes: [DownloadFate: DownloadScene] = [:]
      for fate in DownloadFate.five {
        let scene = DownloadScene(fate, bench, server)
        scenes[fate] = scene
        scene.play(ArticleDownload(scene), in: queue)
        scene.waitForLastEvent()
      }
      // Two are cancelled and still executing. Now the silent server closes their connections.
      bench.log("server")(closes)
      bench.elsewhere { server.stop() }
      for fate in [DownloadFate.connecting, .receiving] {
        scenes[fate]?.listener.end.waitForOutside()
        scenes[fate]?.releaseServer()
      }
    }
  }

  static let looks = Program(
    "looks", role: .article,
    "Article A's download is cancelled when its connection is made, and when all bytes have arrived."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      for fate in [DownloadFate.connected, .loaded] {
        let scene = DownloadScene(fate, bench, server)
        scene.play(ArticleDownload(scene), in: queue)
        scene.waitForLastEvent()
      }
      server.stop()
    }
  }

  static let unknownLength = Program(
    "unknown-length", role: .article,
    "Article A's download runs twice. The second server does not say how long the file is."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      for fate in [DownloadFate.good, .chunked] {
        let scene = DownloadScene(fate, bench, server)
        let download = ArticleDownload(scene)
        scene.play(download, in: queue)
        scene.waitForLastEvent()
        scene.log(shows(percent: Int((download.share * 100).rounded())))
      }
      server.stop()
    }
  }

  static let endsItself = Program(
    "ends-itself", role: .fixed,
    "Five downloads in which cancel() and a failure finish the operation."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      for fate in DownloadFate.five {
        let scene = DownloadScene(fate, bench, server)
        scene.play(EndingDownload(scene), in: queue)
        scene.waitForEnd()
        scene.releaseServer()
      }
      server.stop()
    }
  }

  // snippet: download-operation
  static let downloadOperation = Program(
    "download-operation", role: .fixed,
    "Five downloads with the kit's DownloadOperation, which writes to disk."
  ) { bench in
    bench.withServer { server in
      bench.withFolder { folder in
        let queue = bench.queue("downloads")
        let session = TransferSession()
        for fate in DownloadFate.five {
          let scene = DownloadScene(fate, bench, server)
          scene.startHasReturned.open()
          let operation = DownloadOperation(
            URLRequest(url: scene.url), to: folder.appending(path: fate.rawValue),
            session: session, resumes: false, keepsPart: false
          ) { report in
            DispatchQueue.main.async { scene.listener.receive(report) }
          }
          scene.play(operation, in: queue) {
            let part = folder.appending(path: "receiving.part").path
            let isThere = FileManager.default.fileExists(atPath: part)
            bench.log("folder")(isThere ? hasPart : hasNoPart)
          }
          scene.waitForEnd()
          scene.releaseServer()
        }
        server.stop()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let isWhole = try DownloadScene.body.matches(fileAt: folder.appending(path: "good"))
        bench.log("disk")(holds(names, isWhole: isWhole))
      }
    }
  }
  // end snippet
}
