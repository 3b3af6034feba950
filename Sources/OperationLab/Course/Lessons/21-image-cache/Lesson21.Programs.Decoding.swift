import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

// What is kept in memory: pictures, or files.
extension Lesson21 {
  // snippet: decoded-once
  static let decodedOnce = Program(
    "decoded-once", role: .article,
    "The kit's loader is asked for one picture twice; its decoder writes down what it does."
  ) { bench in
    bench.withFolder { folder in
      bench.withNetwork { network in
        network.serve("/p")
        let downloads = ImageDownloadManager(session: network.session) {
          (data, isCancelled) throws(PortablePixmap.Failure) in
          bench.log("decoder")(decodes(data.count))
          return try PortablePixmap.decode(data, isCancelled: isCancelled)
        }
        let loader = ImageLoader(cache: ImageCache(folder: folder), downloads: downloads)
        for name in ["ask 1", "ask 2"] {
          askAndWait(bench, name, loader, network.server.url("/p"))
        }
        loader.cache.flush()
      }
    }
  }
  // end snippet

  static let decodesEachTime = Program(
    "decodes-each-time", role: .broken, "A memory that keeps the file is asked twice."
  ) { bench in
    let shelf = FileShelf(bench.log("decoder"))
    shelf.keep(PictureNetwork.file)
    for name in ["ask 1", "ask 2"] {
      let log = bench.log(name)
      log.during {
        log(shelf.picture() == nil ? getsNothing : gets(from: "memory"))
      }
    }
  }

  // snippet: file-shelf
  /// BROKEN ON PURPOSE: keeps the file of a picture, and makes a picture of it whenever it is asked.
  final class FileShelf: Sendable {
    private let file = Locked<Data?>(nil)
    private let log: Log

    init(_ log: Log) { self.log = log }

    func keep(_ data: Data) { file.withLock { $0 = data } }

    /// On the thread of whoever asks: usually, the main thread.
    func picture() -> Picture? {
      guard let data = file.withLock({ $0 }) else { return nil }
      log(decodes(data.count))
      do { return try PortablePixmap.decode(data) } catch { return nil }
    }
  }
  // end snippet
}
