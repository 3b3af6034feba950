import Foundation

/// The bytes of a file that have arrived so far, on disk under another name until they are all.
///
/// Three names: `film.mkv.part` has the bytes, `film.mkv.part.json` says which version of which
/// address they are of, and `film.mkv` appears, by one atomic rename, when the file is whole.
///
/// The order of writes is what makes it safe to kill the process between any two of them:
/// 1. to start over: empty the part, *then* remove the old record, *then* append, and write the new
///    record when there is enough to be worth going on from. Bytes without a record are dropped by
///    the next download, so a part is only ever continued as what it is.
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
  /// Whether the record is on disk, too.
  private var isRecorded = false
  /// How many bytes somebody has begun to flush.
  private var flushed = 0

  /// From here on a record is written: a small file is done sooner than its record would be.
  private static let worthRecording = 65_536
  /// Flushing all of a large file at its end takes as long as a quarter of the download; so it
  /// begins early, elsewhere.
  private static let flushStep = 16_777_216
  private static let flusher = DispatchQueue(label: "lab.flusher", qos: .utility)

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
    if length > 0, !isUsable { try empty() }
    isRecorded = length > 0
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
    unlink(Self.recordURL(of: destination).path)
    isRecorded = false
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
    if length >= Self.worthRecording { try writeRecord() }
    if length - flushed >= Self.flushStep { beginFlushing() }
  }

  private func writeRecord() throws(DownloadError) {
    guard !isRecorded, let record, record.validator != nil else { return }
    try record.write(to: Self.recordURL(of: destination))
    isRecorded = true
  }

  /// Flushes what has come so far on another thread.
  ///
  /// By a descriptor of its own: a duplicate would share the lock, and hold it after the end.
  private func beginFlushing() {
    flushed = length
    let copy = open(Self.partURL(of: destination).path, O_RDONLY | O_CLOEXEC)
    guard copy >= 0 else { return }
    Self.flusher.async {
      _ = Platform.flushToDisk(copy)
      Foundation.close(copy)
    }
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
    if isRecorded { unlink(Self.recordURL(of: destination).path) }
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

  /// Leaves on disk what another download can go on from, and nothing else.
  func close() {
    guard length > 0, record?.validator != nil else { return discard() }
    do { try writeRecord() } catch { return discard() }
    release()
  }

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
