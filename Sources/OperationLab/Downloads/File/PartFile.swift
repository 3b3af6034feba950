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
/// 2. to finish: flush the part to disk, rename it, have the folder flushed, remove the record.
///
/// A lock on the part keeps a second download, in this process or another, from appending, too. It
/// ends with its owner, and the system releases it when the process ends, however it ends.
///
/// All of it happens in a ``SafeFolder``: what is not a plain file of this user is refused and left
/// alone, under the final name, too.
///
/// Not safe to use from two threads at once: its owner touches it under a lock, which is also what
/// makes it right to call it `Sendable`.
package final class PartFile: @unchecked Sendable {
  /// What is known of the version that the bytes are of.
  private(set) var record: Record?
  /// How many bytes there are.
  private(set) var length = 0
  private let folder: SafeFolder
  private let names: Names
  private var descriptor: Int32
  /// Whether the record is on disk, too.
  private var isRecorded = false
  /// How many bytes are being flushed or were flushed.
  private var flushed = 0

  /// From here on a record is written: a small file is done sooner than its record would be.
  private static let worthRecording = 65_536
  /// Flushing all of a large file at its end takes as long as a quarter of the download. So it
  /// begins early, elsewhere.
  private static let flushStep = 16_777_216
  private static let flusher = DispatchQueue(label: "lab.flusher", qos: .utility)

  /// Opens what there is of a file, or begins a new one.
  ///
  /// Bytes that cannot be continued, because their record is missing, unreadable, of another
  /// address or without a validator, are dropped here.
  init(
    of destination: URL, from url: URL, resuming: Bool
  ) throws(DownloadError) {
    let names = Names(of: destination)
    (self.names, self.folder, descriptor) = try DownloadError.asked {
      () throws(SafeFolder.Problem) in
      let folder = try SafeFolder(names.folderPath)
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

  /// What could not be opened in full leaves no empty part.
  deinit {
    if descriptor >= 0, length == 0, folder.isFile(descriptor, named: names.part) {
      remove(names.part)
    }
    release()
  }

  /// Locks the part, which is the one of that name from then on.
  private func lock() throws(DownloadError) {
    while true {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        release()
        throw .busy(path: names.partPath)
      }
      // Between opening and locking, another download may have finished and renamed this very file:
      // then it is no part any more, and must not be appended to.
      if folder.isFile(descriptor, named: names.part) { return }
      release()
      let (folder, names) = (folder, names)
      descriptor = try DownloadError.asked { () throws(SafeFolder.Problem) in
        try folder.openFile(making: names.part)
      }
    }
  }

  /// Whether every byte has arrived. False if the length is not known.
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
      discard()
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

  /// Gives the file its final name. To be called when it is whole.
  ///
  /// - Parameter sha256: what the SHA-256 of the file must be. With another one it gets no name, and the
  ///   part is discarded.
  func finish(sha256: String? = nil) throws(DownloadError) {
    if let sha256 {
      let found = try DownloadError.asked { () throws(SafeFolder.Problem) in
        try folder.sha256(of: names.part)
      }
      if found != sha256 {
        discard()
        throw .wrongChecksum(found ?? "no file")
      }
    }
    // Flushed first: after a power failure a name must not stand for bytes that never arrived.
    guard Platform.flushToDisk(descriptor) else { throw failure("flush", errno) }
    try DownloadError.asked { () throws(SafeFolder.Problem) in
      try folder.rename(descriptor, names.part, to: names.final)
    }
    flushFolderSoon()
    if isRecorded { removeRecord() }
    release()
  }

  /// Flushes the folder a little later, once for all files that get their names until then: a thousand small
  /// files would wait longer for that than for their bytes. A power failure before may take a name back, and
  /// leaves the part.
  private func flushFolderSoon() {
    guard Self.unflushed.withLock({ $0.insert(folder.path).inserted }) else { return }
    Self.flusher.asyncAfter(deadline: .now() + 0.1) { Self.flushFolders() }
  }

  /// The paths of folders that are to be flushed.
  private static let unflushed = Locked<Set<String>>([])

  /// Flushes what is to be flushed soon. Not every file system can flush a folder: the names are there anyway.
  package static func flushFolders() {
    let folders = unflushed.withLock { unflushed in
      defer { unflushed = [] }
      return unflushed
    }
    for folder in folders {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      _ = Platform.flushToDisk(descriptor)
      Foundation.close(descriptor)
    }
  }

  /// Whether there is a plain file of that name, which no part has.
  static func isWhole(at destination: URL) -> Bool {
    let names = Names(of: destination)
    return (try? SafeFolder(names.folderPath).holdsOnlyFile(names.final)) == true
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

  /// Removes what there is of a file, unless a download is writing it: its part, or the whole.
  static func remove(of destination: URL, whole: Bool = false) {
    let names = Names(of: destination)
    // What is no plain file of ours stays.
    guard let folder = try? SafeFolder(names.folderPath) else { return }
    // A whole file has no part. One beside it is of another download.
    if whole {
      try? folder.removeFile(names.final)
      return
    }
    guard let file = try? folder.openFile(names.part, flags: O_RDWR)
    else { return }
    defer { unlockAndClose(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0, folder.isFile(file, named: names.part) else {
      return
    }
    for name in [names.part, names.record] { try? folder.removeFile(name) }
  }

  private func removeRecord() { remove(names.record) }

  /// Removes a file of ours. Anything else in its place stays, and the next download refuses it.
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

extension PartFile {
  /// What a file and its helpers are called, in the folder that they are in.
  struct Names: Sendable {
    /// When it is whole.
    let final: String
    /// The path of the folder.
    let folderPath: String

    init(of destination: URL) {
      final = destination.lastPathComponent
      folderPath = destination.deletingLastPathComponent().path
    }

    /// The bytes so far.
    var part: String { final + ".part" }
    /// Which version of what they are.
    var record: String { final + ".part.json" }
    /// The next record, until it is written.
    var helper: String { final + ".part.json.new" }

    /// For messages.
    var partPath: String { "\(folderPath)/\(part)" }
  }
}

extension PartFile {
  /// The known facts about the file that a part belongs to. They are kept beside the part as JSON.
  package struct Record: Codable, Equatable, Sendable {
    /// Where the file comes from.
    var url: URL
    /// The version's `ETag`, if it is a strong one.
    var etag: String?
    /// The version's date, if it is old enough to tell versions apart.
    var lastModified: String?
    /// The length of the whole, if the server said it.
    package var total: Int?

    /// The value for `If-Range`, or `nil` if no part of this version can safely be continued.
    package var validator: String? { etag ?? lastModified }
  }
}

extension PartFile.Record {
  /// Reads the validators of a reply.
  ///
  /// Source of the rules: RFC 9110, sections 8.8.2 and 13.1.5. A weak `ETag` promises no equal
  /// bytes and is no good here, nor is a date beside one. A date counts when the reply was made at
  /// least a minute later, for a file may change twice within the second that a date can tell.
  package init(url: URL, reply: ReplyHead) {
    self.url = url
    total = reply.wholeLength
    if let tag = reply["ETag"] {
      let isStrong = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
      etag = isStrong ? tag : nil
    } else if let text = reply["Last-Modified"], let modified = HTTPDate(text),
      let now = reply["Date"].flatMap(HTTPDate.init), now.seconds - modified.seconds >= 60
    {
      lastModified = text
    }
  }
}

// On disk.
extension PartFile.Record {
  /// The record of a part with a number that tells whether any byte of it was changed: a total that is
  /// too short by a damaged digit would make a part look whole.
  private struct Sealed: Codable {
    var record: PartFile.Record
    var seal: String
  }

  /// The most bytes that are read. Addresses and validators are shorter.
  static let mostBytes = 65_536

  /// Reads a record, if it is sound and of this address.
  init?(_ text: Data, of url: URL) {
    // A record that cannot be read is the same as none: the download starts over.
    guard let sealed = try? JSONDecoder().decode(Sealed.self, from: text),
      sealed.seal == (try? sealed.record.seal), sealed.record.url == url
    else { return nil }
    self = sealed.record
  }

  /// The record as it is kept.
  func text() throws(DownloadError) -> Data {
    do { return try JSONFile.text(Sealed(record: self, seal: try seal)) } catch {
      throw .unusableAddress(url.absoluteString)
    }
  }

  private var seal: String {
    get throws { StableHash.digits(StableHash.of(try JSONFile.text(self))) }
  }
}
