import Foundation
import OperationDownloads
import OperationTesting

// Who asks for a picture and is told, and what can be asked: the article's class and the kit's.
extension Lesson20 {
  /// What can be called as article D's chain: the kit's own operation and the ones of this lesson.
  protocol ChainedDownload: Operation {
    @discardableResult
    func progress(_ body: @escaping @Sendable (DownloadProgress) -> Void) -> Self
    @discardableResult
    func then(_ body: @escaping @Sendable (Picture) -> Void) -> Self
    @discardableResult
    func `catch`(_ body: @escaping @Sendable (ImageDownloadError) -> Void) -> Self
  }

  /// Who called the chain: writes down what it is told.
  struct Caller: Sendable {
    /// Opened when the progress of a piece has been told.
    let hasPiece: [Gate]
    /// Opened when the picture or an error has been told.
    let isTold: Gate
    private let log: Log
    private let size: Int

    init(_ bench: Bench, _ name: String = "caller", pieces: Int) {
      log = bench.log(name)
      hasPiece = (0..<pieces).map { bench.gate("\(name), piece \($0)", isTraced: false) }
      isTold = bench.gate("\(name) is told", isTraced: false)
      size = (PictureNetwork.file.count + pieces - 1) / pieces
    }

    // snippet: listen
    /// The chain itself.
    func listen<Download: ChainedDownload>(to download: Download) -> Download {
      download
        .progress { progress in hear(progress) }
        .then { picture in hear(.success(picture)) }
        .catch { error in hear(.failure(error)) }
    }

    func hear(_ progress: DownloadProgress) {
      log(.progressed, nil, progress.fact)
      hasPiece[(progress.received - 1) / size].open()
    }

    func hear(_ result: Result<Picture, ImageDownloadError>) {
      switch result {
      case .success(let picture): log(thenPicture(picture.width, picture.height))
      case .failure(let error): log(catchError(error.short))
      }
      isTold.open()
    }
    // end snippet

    /// Waits, on the server, until the caller has heard of the piece before this one.
    func waitForPiece(_ number: Int) {
      if number > 0 { hasPiece[number - 1].wait() }
    }
  }
}

extension ImageDownloader: Lesson20.ChainedDownload {}

extension Lesson20.Download: Lesson20.ChainedDownload {}

extension ImageDownloadError {
  /// In two words, the same on every platform.
  var short: String {
    switch self {
    case .cancelled: "cancelled"
    case .download: "no bytes"
    case .tooLarge: "too large"
    case .notAPicture: "no picture"
    }
  }
}

extension Operation {
  /// The operation itself, after it got a name.
  func named(_ name: String) -> Self {
    self.name = name
    return self
  }
}
