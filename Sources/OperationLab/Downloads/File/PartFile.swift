import Foundation
import OperationLab

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
/// A lock on the part keeps a second download, in this process or another, from appending, too; it
/// ends with its owner, and the system releases it when the process ends, however it ends.
///
/// All of it happens in a ``SafeFolder``: no link is followed, and what is not a plain file of this
/// user is refused and left alone, under the final name, too.
///
/// Not safe to use from two threads at once: its owner touches it under a lock, which is also what
/// makes it right to call it `Sendable`.
final class PartFile: @unchecked Sendable {
  let destination: URL
  /// What is known of the version that the bytes are of.
  private(set) var record: Record?
  /// How many bytes there are.
  private(set) var length = 0
  private let folder: SafeFolder
  private let names: Names
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

  /// Opens what there is of a file, or begins a new one.
  ///
  /// Bytes that cannot be continued, because their record is missing, unreadable, of another
  /// address or without a validator, are dropped here.
  ///
  /// - Parameter folder: the destination's folder, if it is open already.
  init(
    of destination: URL, from url: URL, resuming: Bool, in folder: SafeFolder? = nil
  ) throws(DownloadError) {
    self.destination = destination
    let names = Names(of: destination)
    (self.names, self.folder, descriptor) = try DownloadError.asked {
      () throws(SafeFolder.Problem) in
      let folder = try names.folder(folder)
      // Before anything is fetched or made: none of the names may be anything but a plain file.
      for name in [names.final, names.record, names.helper] { try folder.holdsOnlyFile(name) }
      return (names, folder, try folder.openFile(making: names.part))
    }
    try lock()
    length = Int(lseek(descriptor, 0, SEEK_END))
    if resuming { record = try readRecord(of: url) }
    let isUsable = record?.validator != nil && length <= record?.total ?? Int.max
    if length > 0, !isUsable { try empty() }
    isRecorded = length > 0
  }

  deinit { release() }

  /// Locks the part, which is the one of that name from then on.
  private func lock() throws(DownloadError) {
    while true {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        release()
        throw .busy(path: names.partPath)
      }
      // Between opening and locking, another download may have finished and renamed this very
      // file: then it is no part any more, and nobody may append to it.
      if folder.isFile(descriptor, named: names.part) { return }
      release()
      let (folder, names) = (folder, names)
      descriptor = try DownloadError.asked { () throws(SafeFolder.Problem) in
        try folder.openFile(making: names.part)
      }
    }
  }

  /// Whether every byte has arrived; a file whose length nobody announced never is.
  var isWhole: Bool { length > 0 && length == record?.total }

  /// How far it has come.
  var progress: DownloadProgress { DownloadProgress(received: length, total: record?.total) }

  /// Drops the bytes and notes which version the coming ones are of.
  func startOver(_ record: Record) throws(DownloadError) {
    try empty()
    removeRecord()
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
    if let code = SafeFolder.failure(writing: bytes, to: descriptor, wrote: { length += $0 }) {
      throw failure("write", code)
    }
    if length >= Self.worthRecording { try writeRecord() }
    if length - flushed >= Self.flushStep { beginFlushing() }
  }

  private func writeRecord() throws(DownloadError) {
    guard !isRecorded, let record, record.validator != nil else { return }
    let text = try record.text()
    try DownloadError.asked { () throws(SafeFolder.Problem) in
      // Of its owner alone: an address may hold a secret in its query.
      try folder.replace(names.record, with: text, by: names.helper, mode: 0o600)
    }
    isRecorded = true
  }

  private func readRecord(of url: URL) throws(DownloadError) -> Record? {
    let text = try DownloadError.asked { () throws(SafeFolder.Problem) in
      try folder.contents(of: names.record, limit: Record.mostBytes)
    }
    return text.flatMap { Record($0, of: url) }
  }

  /// Flushes what has come so far on another thread.
  ///
  /// By a descriptor of its own: a duplicate would share the lock, and hold it after the end.
  private func beginFlushing() {
    flushed = length
    // Without one it is flushed at the end, like any small file.
    guard let copy = try? folder.openFile(names.part, flags: O_RDONLY) else { return }
    Self.flusher.async {
      _ = Platform.flushToDisk(copy)
      Foundation.close(copy)
    }
  }

  /// Gives the file its final name; to be called when it is whole.
  func finish() throws(DownloadError) {
    // Flushed first: after a power failure a name must not stand for bytes that never arrived.
    guard Platform.flushToDisk(descriptor) else { throw failure("flush", errno) }
    try DownloadError.asked { () throws(SafeFolder.Problem) in
      try folder.rename(descriptor, names.part, to: names.final)
    }
    // Not every file system can flush a folder; the rename itself has happened.
    _ = Platform.flushToDisk(folder.descriptor)
    if isRecorded { removeRecord() }
    release()
  }

  /// All bytes of the file that has been given its final name.
  func wholeContents() throws(DownloadError) -> Data? {
    try DownloadError.asked { () throws(SafeFolder.Problem) in
      try folder.contents(of: names.final, limit: .max)
    }
  }

  /// Removes the bytes and their record.
  func discard() {
    guard descriptor >= 0 else { return }
    // Another file may have been put in its place.
    if folder.isFile(descriptor, named: names.part) { remove(names.part) }
    removeRecord()
    length = 0
    release()
  }

  /// Removes what there is of a file, unless a download is writing it; the whole file, too, if asked.
  static func remove(of destination: URL, whole: Bool = false, in folder: SafeFolder? = nil) {
    let names = Names(of: destination)
    // What is no plain file of ours stays.
    guard let folder = try? names.folder(folder) else { return }
    if whole { try? folder.removeFile(names.final) }
    guard let file = try? folder.openFile(names.part, flags: O_RDWR)
    else { return }
    defer { unlockAndClose(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0, folder.isFile(file, named: names.part) else {
      return
    }
    for name in [names.part, names.record] { try? folder.removeFile(name) }
  }

  private func removeRecord() { remove(names.record) }

  /// Removes a file of ours; what is no such file stays, and is refused by the next download.
  private func remove(_ name: String) { try? folder.removeFile(name) }

  /// Leaves on disk what another download can go on from, and nothing else.
  func close() {
    guard length > 0, record?.validator != nil else { return discard() }
    do { try writeRecord() } catch { return discard() }
    release()
  }

  private func release() {
    guard descriptor >= 0 else { return }
    Self.unlockAndClose(descriptor)
    descriptor = -1
  }

  /// To close it is not enough: a child process that the app starts at this moment has the
  /// descriptor, and the lock, until it runs its own program.
  private static func unlockAndClose(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
  }

  private func empty() throws(DownloadError) {
    guard length > 0 else { return }
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw failure("empty", errno)
    }
    length = 0
  }

  private func failure(_ doing: String, _ code: Int32) -> DownloadError {
    .disk(doing: doing, path: names.partPath, code: code)
  }
}
