import Foundation
import OperationBench
import OperationDownloads

/// The file that keeps what the learner did: one line of JSON for each action, added at its end.
///
/// Lines are only ever added, each with a single write under a lock, so two `lab`s may use the file
/// at once. A line that a crash cut short is passed over, and the next one begins on a line of its
/// own. A line or a field that only another version knows is passed over, too, and stays.
struct ProgressFile: Sendable {
  /// Where it is.
  let path: String

  /// - Parameter path: what `--state` names. Otherwise the file lies in the user's state folder,
  ///   `$XDG_STATE_HOME` or `~/.local/state`.
  init(
    path: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.path = path ?? Self.usual(environment)
  }

  private static func usual(_ environment: [String: String]) -> String {
    var folder = environment["XDG_STATE_HOME"] ?? ""
    // The standard has relative paths ignored.
    if !folder.hasPrefix("/") {
      let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
      folder = home + "/.local/state"
    }
    return folder + "/operation-lab/progress.jsonl"
  }

  /// The page of a lesson was read to its end.
  ///
  /// This and the other writers throw one line that says what to do when the file cannot be written.
  func read(_ lesson: Int, at date: Date = Date()) throws(Failure) {
    try add(ProgressRecord(.read, lesson: lesson, at: date))
  }

  /// A lesson was gone through to its end.
  func finished(_ lesson: Int, at date: Date = Date()) throws(Failure) {
    try add(ProgressRecord(.finished, lesson: lesson, at: date))
  }

  /// A question about a program was answered. `was` is what came out, `because` the reason that was
  /// chosen, and `reasoned` whether that is right.
  func predicted(
    _ lesson: Int, _ program: String, asked: String, answered: String, right: Bool,
    was: String? = nil, because: String? = nil, reasoned: Bool? = nil, at date: Date = Date()
  ) throws(Failure) {
    var record = ProgressRecord(.predicted, lesson: lesson, at: date)
    record.program = program
    (record.asked, record.answered, record.right) = (asked, answered, right)
    (record.was, record.because, record.reasoned) = (was, because, reasoned)
    try add(record)
  }

  /// A test was taken to its end.
  func tested(_ answers: [QuizTalk.Answer], at date: Date = Date()) throws(Failure) {
    for answer in answers {
      var record = ProgressRecord(.tested, at: date)
      (record.asked, record.answered, record.right) = (answer.item, answer.said, answer.isRight)
      (record.because, record.reasoned) = (answer.because, answer.isReasoned)
      try add(record)
    }
  }

  /// An exercise, such as `3` or `12.2`, was passed.
  func mended(_ exercise: String, at date: Date = Date()) throws(Failure) {
    try add(ProgressRecord(.mended, exercise: exercise, at: date))
  }

  /// A hint to an exercise was shown.
  func hinted(_ exercise: String, at date: Date = Date()) throws(Failure) {
    try add(ProgressRecord(.hinted, exercise: exercise, at: date))
  }

  /// What is known. Nothing yet, where there is no file.
  ///
  /// - Throws: a failure with status 66 when there is something that cannot be read.
  func load() throws(Failure) -> LearnerProgress {
    guard FileManager.default.fileExists(atPath: folderPath) else { return LearnerProgress([]) }
    do {
      let data = try SafeFolder(folderPath).contents(of: name, limit: .max) ?? Data()
      let lines = data.split(separator: UInt8(ascii: "\n"))
      return LearnerProgress(lines.compactMap(ProgressRecord.init))
    } catch {
      throw refused(error)
        ?? Failure(
          status: .unreadable,
          message: "cannot read your progress in \(path). Name another file with --state")
    }
  }

  private var folderPath: String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  private var name: String { URL(fileURLWithPath: path).lastPathComponent }

  /// The failure for what is no plain file, which is left alone. `nil` for any other error.
  private func refused(_ error: any Error) -> Failure? {
    guard case SafeFolder.Problem.notAFile(_, let kind) = error else { return nil }
    return Failure(
      status: kind == .folder ? .unreadable : .failed,
      message: "your progress cannot be kept in \(path): it is \(kind.rawValue). Name another file "
        + "with --state")
  }

  private func add(_ record: ProgressRecord) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(
        atPath: folderPath, withIntermediateDirectories: true)
      try append(try encoder.encode(record) + Data("\n".utf8))
    } catch {
      throw refused(error)
        ?? Failure(
          status: .unreadable,
          message: "cannot write your progress to \(path). Free some space, or name another file "
            + "with --state")
    }
  }

  private func append(_ line: Data) throws {
    let folder = try SafeFolder(folderPath)
    let descriptor = try folder.openFile(making: name, flags: O_APPEND, mode: 0o600)
    defer { close(descriptor) }
    // Where files cannot be locked, a single write at the end is still whole.
    _ = flock(descriptor, LOCK_EX)
    let end = lseek(descriptor, 0, SEEK_END)
    var last = UInt8(ascii: "\n")
    if end > 0 { _ = pread(descriptor, &last, 1, end - 1) }
    let bytes = last == UInt8(ascii: "\n") ? line : Data("\n".utf8) + line
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count, fsync(descriptor) == 0 else {
      throw CocoaError(.fileWriteOutOfSpace)
    }
  }
}

/// One thing that the learner did: a line of the file.
struct ProgressRecord: Codable, Equatable, Sendable {
  /// When, in whole seconds since 1970, in UTC.
  var at: Int
  /// What was done. A raw value of ``Action``, or a word that only a newer version knows.
  var did: String
  /// The lesson it belongs to.
  var lesson: Int?
  /// The program that the prediction is about.
  var program: String?
  /// The question, as it was asked.
  var asked: String?
  /// What the learner said.
  var answered: String?
  /// Whether it came out so.
  var right: Bool?
  /// The outcome.
  var was: String?
  /// The reason that the learner chose.
  var because: String?
  /// Whether that reason is right.
  var reasoned: Bool?
  /// Such as `3` or `12.2`.
  var exercise: String?

  /// What can be done. Raw values are part of the file: add, never rename.
  enum Action: String, Sendable {
    /// The page of a lesson was read to its end.
    case read
    /// A question was answered, in a lesson or in a review.
    case predicted
    /// An exercise was passed.
    case mended
    /// A hint to an exercise was shown.
    case hinted
    /// A question of the test was answered. Those of one test have one date.
    case tested
    /// A lesson was gone through to its end.
    case finished
  }

  init(_ action: Action, lesson: Int? = nil, exercise: String? = nil, at date: Date) {
    (at, did) = (Int(date.timeIntervalSince1970), action.rawValue)
    self.exercise = exercise
    self.lesson = lesson ?? exercise?.split(separator: ".").first.flatMap { Int($0) }
  }

  /// A line of the file, if it is one: `nil` for what is cut off, damaged or not understood.
  init?(line: some DataProtocol) {
    do { self = try JSONDecoder().decode(ProgressRecord.self, from: Data(line)) } catch {
      return nil
    }
  }

  /// When it was done.
  var date: Date { Date(timeIntervalSince1970: TimeInterval(at)) }
}
