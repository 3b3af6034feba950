import Foundation

/// The bytes of a file that have arrived so far, on disk under another name until they are all.
///
/// Three names: `film.mkv.part` has the bytes, `film.mkv.part.json` says which version of which
/// address they are of, and `film.mkv` appears, by one atomic rename, when the file is whole.
///
/// The order of writes is what makes it safe to kill the process between any two of them:
/// 1. to start over: empty the part, *then* replace the record, *then* append. A part with bytes
///    in it never has a younger record beside it.
/// 2. to finish: flush the part to disk, rename it, flush the folder, remove the record.
///
/// A lock on the part keeps a second download, in this process or another, from appending, too; the
/// system releases it when the process ends, however it ends.
///
/// Not safe to use from two threads at once: its owner touches it under a lock, which is also what
/// makes it right to call it `Sendable`.
final class PartFile: @unchecked Sendable {
  let destination: URL
  /// What is known of the version that the bytes are of.
  private(set) var record: Record?
  /// How many bytes there are.
  private(set) var length: Int
  private var descriptor: Int32

  static func partURL(of destination: URL) -> URL { destination.appendingPathExtension("part") }

  static func recordURL(of destination: URL) -> URL {
    destination.appendingPathExtension("part.json")
  }

  /// Opens what there is of a file, or begins a new one.
  ///
  /// Bytes that cannot be continued, because their record is missing, unreadable, of another
  /// address or without a validator, are dropped here.
  init(of destination: URL, from url: URL, resuming: Bool) throws(DownloadError) {
    self.destination = destination
    descriptor = try Self.opened(Self.partURL(of: destination).path)
    length = Int(lseek(descriptor, 0, SEEK_END))
    record = resuming ? Record.read(from: Self.recordURL(of: destination), of: url) : nil
    let isUsable = record?.validator != nil && length <= record?.total ?? Int.max
    if length > 0, !isUsable {
      try empty()
    }
  }

  deinit { release() }

  /// Opens and locks the part.
  private static func opened(_ path: String) throws(DownloadError) -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .disk(doing: "create", path: path, code: errno) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        Foundation.close(descriptor)
        throw .busy(path: path)
      }
      // Between opening and locking, another download may have finished and renamed this very
      // file: then it is no part any more, and nobody may append to it.
      var mine = stat()
      var named = stat()
      if fstat(descriptor, &mine) == 0, stat(path, &named) == 0, mine.st_ino == named.st_ino {
        return descriptor
      }
      Foundation.close(descriptor)
    }
  }

  /// Whether every byte has arrived; a file whose length nobody announced never is.
  var isWhole: Bool { length > 0 && length == record?.total }

  /// How far it has come.
  var progress: DownloadProgress { DownloadProgress(received: length, total: record?.total) }

  /// Drops the bytes and notes which version the coming ones are of.
  func startOver(_ record: Record) throws(DownloadError) {
    try empty()
    try record.write(to: Self.recordURL(of: destination))
    self.record = record
  }

  /// Notes the length of the whole, learnt from a later reply than the first.
  func expect(total: Int) { record?.total = total }

  /// Adds bytes at the end.
  func append(_ bytes: Data) throws(DownloadError) {
    if let total = record?.total, length + bytes.count > total {
      throw .wrongPart("more than the announced \(total) bytes")
    }
    let code: Int32 = bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        length += count
        rest = rest.dropFirst(count)
      }
      return 0
    }
    guard code == 0 else { throw failure("write", code) }
  }

  /// Gives the file its final name; to be called when it is whole.
  func finish() throws(DownloadError) {
    // Flushed first: after a power failure a name must not stand for bytes that never arrived.
    guard Platform.flushToDisk(descriptor) else { throw failure("flush", errno) }
    guard rename(Self.partURL(of: destination).path, destination.path) == 0 else {
      throw .disk(doing: "create", path: destination.path, code: errno)
    }
    let folder = open(destination.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      // Not every file system can flush a folder; the rename itself has happened.
      _ = Platform.flushToDisk(folder)
      Foundation.close(folder)
    }
    unlink(Self.recordURL(of: destination).path)
    release()
  }

  /// Removes the bytes and their record.
  func discard() {
    guard descriptor >= 0 else { return }
    unlink(Self.partURL(of: destination).path)
    unlink(Self.recordURL(of: destination).path)
    length = 0
    release()
  }

  /// Removes what there is of a file, unless a download is writing it.
  static func remove(of destination: URL) {
    guard FileManager.default.fileExists(atPath: partURL(of: destination).path),
      case .success(let descriptor) = Result(catching: { try opened(partURL(of: destination).path) }
      )
    else { return }
    unlink(partURL(of: destination).path)
    unlink(recordURL(of: destination).path)
    Foundation.close(descriptor)
  }

  /// Leaves everything on disk for another time, except a part without a byte.
  func close() { length == 0 ? discard() : release() }

  private func release() {
    guard descriptor >= 0 else { return }
    Foundation.close(descriptor)
    descriptor = -1
  }

  private func empty() throws(DownloadError) {
    guard length > 0 else { return }
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw failure("empty", errno)
    }
    length = 0
  }

  private func failure(_ doing: String, _ code: Int32) -> DownloadError {
    .disk(doing: doing, path: Self.partURL(of: destination).path, code: code)
  }
}

extension PartFile.Record {
  /// The record beside a part, if it is readable and of this address.
  fileprivate static func read(from file: URL, of url: URL) -> PartFile.Record? {
    guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
    do {
      let record = try JSONDecoder().decode(PartFile.Record.self, from: data)
      return record.url == url ? record : nil
    } catch {
      // A record that cannot be read is the same as none: the download starts over.
      return nil
    }
  }

  /// Replaces the record in one step: it is never half written.
  fileprivate func write(to file: URL) throws(DownloadError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do { try encoder.encode(self).write(to: file, options: .atomic) } catch {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      let isPOSIX = underlying?.domain == NSPOSIXErrorDomain
      throw .disk(
        doing: "create", path: file.path, code: isPOSIX ? Int32(underlying?.code ?? 0) : EIO)
    }
  }
}
