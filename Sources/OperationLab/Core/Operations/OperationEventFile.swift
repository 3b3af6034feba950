import Foundation

/// A file with what the operations of your queues did, a line of JSON for each event. `lab show` draws it.
/// See ``ReportingQueue``.
///
/// Lines are appended, also by several processes. Each event is written on the thread on which it happens,
/// before anything else does. So a process that crashes leaves its last events. An event that cannot be
/// written, for example because the disk is full, is left out.
///
/// When the file would be larger than its limit, it gets the name with `.old` at its end in place of the
/// one before, and a new one begins, with the lines of the operations that have not finished. Besides those
/// lines, both together have twice the limit at most, and a few lines more if several processes write at a
/// time.
public final class OperationEventFile: Sendable {
  private let path: String
  private let limit: Int
  private let output: Locked<Output>
  private let process: String
  let order = EventOrder()

  private struct Output {
    var descriptor: Int32
    /// Whether the last line may have been cut off, by this process or by one before it.
    var isCut: Bool
    /// The lines of each operation that has not finished.
    var unfinished: [String: Data] = [:]
    /// The bytes with which this file begins and which count for no limit.
    var repeated = 0

    mutating func append(_ lines: Data) {
      let all = isCut ? Data("\n".utf8) + lines : lines
      isCut = all.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } < all.count
    }
  }

  /// Opens the file, or makes it, for this user only.
  ///
  /// - Parameters:
  ///   - url: of a plain file in a folder that exists.
  ///   - byteLimit: how large the file may become. A line has some 150 bytes.
  /// - Throws: `POSIXError`, with the system's reason.
  public init(at url: URL, byteLimit: Int = 32_000_000) throws {
    path = url.resolvingSymlinksInPath().path
    limit = byteLimit
    output = Locked(try Self.open(path))
    process = "\(getpid())-\(UInt64(Date().timeIntervalSince1970 * 1000))"
  }

  deinit { close(output.withLock { $0.descriptor }) }

  private static func open(_ path: String) throws -> Output {
    // A pipe without a reader would block.
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
    let descriptor = Foundation.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw POSIXError(.EINVAL)
    }
    return Output(descriptor: descriptor, isCut: status.st_size > 0)
  }

  func append(_ event: OperationEvent) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard var line = try? encoder.encode(OperationEventLine(event, of: process)) else { return }
    line.append(UInt8(ascii: "\n"))
    output.withLock { output in
      makeRoom(for: line.count, in: &output)
      output.append(line)
      let isOver = [.finished, .released].contains(event.kind)
      output.unfinished[event.operation] =
        isOver ? nil : (output.unfinished[event.operation] ?? Data()) + line
    }
  }

  /// Begins a new file, unless another process has begun one.
  private func makeRoom(for count: Int, in output: inout Output) {
    var (mine, named) = (stat(), stat())
    guard fstat(output.descriptor, &mine) == 0,
      Int(mine.st_size) - output.repeated + count > limit
    else { return }
    // Another process that waits here finds a new file.
    flock(output.descriptor, LOCK_EX)
    defer { flock(output.descriptor, LOCK_UN) }
    let isCurrent = lstat(path, &named) == 0 && named.st_ino == mine.st_ino
    if isCurrent, rename(path, path + ".old") != 0 { return }
    guard let new = try? Self.open(path) else { return }
    close(output.descriptor)
    (output.descriptor, output.isCut) = (new.descriptor, new.isCut)
    let lines = Data(output.unfinished.values.joined())
    output.repeated = lines.count
    if !lines.isEmpty { output.append(lines) }
  }
}

/// An event, and the process that it is from.
package struct OperationEventLine: Codable, Sendable {
  package let event: OperationEvent
  /// Its number, a dash, and when it opened the file, in milliseconds since 1970.
  package let process: String

  private enum CodingKeys: CodingKey { case process }

  package init(_ event: OperationEvent, of process: String) {
    (self.event, self.process) = (event, process)
  }

  package init(from decoder: any Decoder) throws {
    event = try OperationEvent(from: decoder)
    let values = try decoder.container(keyedBy: CodingKeys.self)
    process = try values.decodeIfPresent(String.self, forKey: .process) ?? ""
  }

  package func encode(to encoder: any Encoder) throws {
    try event.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(process, forKey: .process)
  }
}
