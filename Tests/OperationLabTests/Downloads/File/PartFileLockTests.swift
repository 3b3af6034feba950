import Foundation
import Testing

@testable import OperationDownloads

@Suite("The lock on a part", .repeatable)
struct PartFileLockTests {
  /// Until a child runs its own program it has a copy of every descriptor of its parent's.
  @Test("ends with its owner, though a child that is being started still has its descriptor")
  func isLetGo() throws {
    try withFolder { folder throws in
      let url = try #require(URL(string: "http://localhost/f"))
      let destination = folder.appendingPathComponent("f")
      let part = try PartFile(of: destination, from: url, resuming: true)
      try part.startOver(PartFile.Record(url: url, etag: "\"1\"", total: 10))
      try part.append(Data("bytes".utf8))
      let copy = try #require(Self.copyOfDescriptor(of: PartFile.partURL(of: destination)))
      defer { close(copy) }
      #expect(throws: DownloadError.busy(path: PartFile.partURL(of: destination).path)) {
        try PartFile(of: destination, from: url, resuming: true)
      }
      part.close()
      let next = try PartFile(of: destination, from: url, resuming: true)
      #expect(next.length == 5)
    }
  }

  /// A copy that shares the lock. `nil` if this process has not opened the file.
  private static func copyOfDescriptor(of file: URL) -> Int32? {
    var wanted = stat()
    guard stat(file.path, &wanted) == 0 else { return nil }
    let own = (0..<Int32(1024)).first { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_ino == wanted.st_ino
        && status.st_dev == wanted.st_dev
    }
    return own.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
  }
}
