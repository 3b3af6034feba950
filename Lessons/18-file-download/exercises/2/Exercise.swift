import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Build a download operation.
//
// Download loads a file with URLSession and writes it to disk. The file comes from a server on this
// machine.
//
// The contract: when it is finished, the whole file is there. If the server has no such file (its
// status is not 200), none is written. When it is cancelled while it is executing, it closes its
// connection at once and finishes.
//
// From lesson 10: it is asynchronous, and start() returns before the transfer ends. A new one is
// neither executing nor finished. It is executing during the transfer, and no longer when it is
// finished. Then the queue starts the next operation. If it is cancelled before the queue has
// started it, it waits for its turn, finishes, and loads nothing.

final class Download: Operation, @unchecked Sendable {
  private let url: URL
  private let file: URL

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }
}
