import Foundation

/// What lesson 18 runs.
enum FileDownloadPrograms {
  static let all = [article, endsItself, downloadOperation]

  private static let article = Program(
    "article", role: .article,
    "Article A's download five times: one succeeds, one fails, three are cancelled.",
    expected: .hangs
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      var scenes: [DownloadFate: DownloadScene] = [:]
      for fate in DownloadFate.allCases {
        let scene = DownloadScene(fate, bench, server)
        scenes[fate] = scene
        scene.play(ArticleDownload(scene), in: queue)
        scene.waitForLastWord()
      }
      // Two are cancelled and under way still. Now the silent server goes away altogether.
      bench.log("server")(.noted, note: "closes every connection")
      bench.elsewhere { server.stop() }
      for fate in [DownloadFate.connecting, .receiving] {
        scenes[fate]?.listener.end.waitForOutside()
        scenes[fate]?.letGo()
      }
    }
  }

  private static let endsItself = Program(
    "ends-itself", role: .fixed, "The same five; cancel() and a failure end the operation."
  ) { bench in
    bench.withServer { server in
      let queue = bench.queue("downloads")
      for fate in DownloadFate.allCases {
        let scene = DownloadScene(fate, bench, server)
        scene.play(EndingDownload(scene), in: queue)
        scene.waitForEnd()
        scene.letGo()
      }
      server.stop()
    }
  }

  // snippet: download-operation
  private static let downloadOperation = Program(
    "download-operation", role: .fixed,
    "The same five with the kit's DownloadOperation, which writes to disk."
  ) { bench in
    bench.withServer { server in
      bench.withFolder { folder in
        let queue = bench.queue("downloads")
        let session = TransferSession()
        for fate in DownloadFate.allCases {
          let scene = DownloadScene(fate, bench, server)
          scene.startHasReturned.open()
          let operation = DownloadOperation(
            scene.url, to: folder.appending(path: fate.rawValue), session: session,
            delegate: scene.listener)
          scene.play(operation, in: queue)
          scene.waitForEnd()
          scene.letGo()
        }
        server.stop()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let isWhole = try DownloadScene.body.matches(fileAt: folder.appending(path: "good"))
        bench.log("disk")(
          .noted, note: "\(names.joined(separator: ", ")), \(isWhole ? "whole" : "not whole")")
      }
    }
  }
  // end snippet
}
