import Foundation
import OperationDownloads
import OperationTesting

extension Lesson18 {
  static let article = Program(
    "article", role: .article,
    "Article A's download five times: one succeeds, one fails, three are cancelled.",
    expected: .hangs
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      var scenes: [DownloadFate: DownloadScene] = [:]
      for fate in DownloadFate.five {
        let scene = DownloadScene(fate, bench, server)
        scenes[fate] = scene
        scene.play(ArticleDownload(scene), in: queue)
        scene.waitForLastWord()
      }
      // Two are cancelled and under way still. Now the silent server goes away altogether.
      bench.log("server")(closes)
      bench.elsewhere { server.stop() }
      for fate in [DownloadFate.connecting, .receiving] {
        scenes[fate]?.listener.end.waitForOutside()
        scenes[fate]?.letGo()
      }
    }
  }

  // snippet: looks
  static let looks = Program(
    "looks", role: .article,
    "Article A's download, cancelled when its connection is made, and when all its bytes are there."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      for fate in [DownloadFate.connected, .loaded] {
        let scene = DownloadScene(fate, bench, server)
        scene.play(ArticleDownload(scene), in: queue)
        scene.waitForLastWord()
      }
      server.stop()
    }
  }

  static let unknownLength = Program(
    "unknown-length", role: .article,
    "Article A's download of one file twice: the server says how long it is, and does not say."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      for fate in [DownloadFate.good, .chunked] {
        let scene = DownloadScene(fate, bench, server)
        let download = ArticleDownload(scene)
        scene.play(download, in: queue)
        scene.waitForLastWord()
        scene.log(shows(percent: Int((download.share * 100).rounded())))
      }
      server.stop()
    }
  }
  // end snippet

  static let endsItself = Program(
    "ends-itself", role: .fixed, "The same five; cancel() and a failure end the operation."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      for fate in DownloadFate.five {
        let scene = DownloadScene(fate, bench, server)
        scene.play(EndingDownload(scene), in: queue)
        scene.waitForEnd()
        scene.letGo()
      }
      server.stop()
    }
  }

  // snippet: download-operation
  static let downloadOperation = Program(
    "download-operation", role: .fixed,
    "The same five with the kit's DownloadOperation, which writes to disk."
  ) { bench in
    bench.withServer { server in
      bench.withFolder { folder in
        let queue = bench.queue("downloads")
        let session = TransferSession()
        for fate in DownloadFate.five {
          let scene = DownloadScene(fate, bench, server)
          scene.startHasReturned.open()
          let operation = DownloadOperation(
            scene.url, to: folder.appending(path: fate.rawValue), session: session,
            delegate: scene.listener)
          scene.play(operation, in: queue) {
            let part = folder.appending(path: "receiving.part").path
            let isThere = FileManager.default.fileExists(atPath: part)
            bench.log("folder")(isThere ? hasPart : hasNoPart)
          }
          scene.waitForEnd()
          scene.letGo()
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
