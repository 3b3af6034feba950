import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Build a download operation.
//
// Download is to load a file with URLSession and write it to disk: a real one, from a server on
// this machine.
//
// The contract: when it is finished, the whole file is there. When the server has no such file (its
// status is not 200), none is written. When it is cancelled at work, it gives its connection up at
// once, and finishes.
//
// From lesson 10: it is asynchronous, and start() returns while the transfer is under way. A new
// one is neither executing nor finished; it is executing while the transfer is under way, and no
// longer when it is finished. The queue starts the next operation then. If it is cancelled before
// the queue has started it, it waits for its turn, finishes, and loads nothing.

final class Download: Operation, @unchecked Sendable {
  private let url: URL
  private let file: URL

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }
}
