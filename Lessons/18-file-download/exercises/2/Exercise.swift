import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Build a download operation.
//
// Download is to load a file with URLSession and write it to disk: a real one, from a server on
// this machine.
//
// The contract: it is asynchronous. When it is finished, the whole file is there. When the server
// has no such file (its status is not 200), none is written. Cancelled at work, it gives its
// connection up at once, and ends. And all that you know of lesson 10.

final class Download: Operation, @unchecked Sendable {
  private let url: URL
  private let file: URL

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }
}
