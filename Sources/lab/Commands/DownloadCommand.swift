import LabShared
import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The download manager as a tool: resumable, several at a time, with progress.
struct DownloadCommand: Command {
  static let name = "download"
  static let abstract = "download files, or resume them"
  static let operands = "[URL…]"
  static let options = [
    OptionSpec(
      "--input", "FILE", "read addresses from FILE, one a line, see below (- is standard input)"),
    OptionSpec("--output", "DIR", "the folder to write to (default: this one)"),
    OptionSpec("--name", "FILE", "the name of the file in that folder, of a single address"),
    OptionSpec("--sha256", "HEX", "refuse the file of a single address if it has another SHA-256"),
    OptionSpec("--header", "LINE", "send 'Name: value' to the server, not to one it leads to"),
    OptionSpec("--server-names", nil, "names as the servers give them, never replacing a file"),
    OptionSpec("--update", nil, "keep a file that is there and unchanged since the last --update"),
    OptionSpec("--accept-decoded", nil, "keep what comes out if a server sends a file encoded"),
    OptionSpec("--accept-unknown-length", nil, "also a reply that does not say where it ends"),
    OptionSpec("--parallel", "N", "how many files at a time (default 6)"),
    OptionSpec("--retries", "K", "how often to try again without getting farther (default 5)"),
    OptionSpec("--patience", "S", "the longest wait that a server may ask for (default 60)"),
    OptionSpec("--connect-timeout", "S", "how long a server has until it answers (default 60)"),
    OptionSpec("--timeout", "S", "how long it may send nothing (default 60)"),
    OptionSpec("--json", nil, "a line of JSON for each event"),
    OptionSpec("--quiet", nil, "only failures"),
    .language,
  ]

  static let notes = """
    A line of FILE is an address, then sha256=HEX if you know it, then the name that the
    file is to have if not the address's. A line that cannot be used is said and left out.

    Exit status: 0 all files are whole, 64 usage or a line that was left out, 69 network,
    74 disk, 76 the server refused or its reply cannot be used, 79 another SHA-256, 1 a file
    was there that is not known to be whole, or several of these. A list that cannot be
    read: 66. Interrupted: 130. The reader of the output has gone away: 141.
    """

  private let list: AddressList
  private let folder: URL
  private let width: Int
  private let retries: Int
  private let headers: [(name: String, value: String)]
  private let timeout: Int?
  private let connectTimeout: Int?
  private let takesServerNames: Bool
  private let updates: Bool
  private let acceptsDecoded: Bool
  private let acceptsUnknownLength: Bool
  private let style: DownloadReport.Style

  init(_ arguments: Arguments) throws(Failure) {
    guard !arguments.operands.isEmpty || arguments.has("--input") else {
      throw .usage("'lab download' needs at least one address, such as https://example.org/a.zip")
    }
    var list = try AddressList(arguments.operands, files: arguments.all("--input"))
    folder = URL(fileURLWithPath: arguments.value("--output") ?? ".", isDirectory: true)
    width = try arguments.integer("--parallel", in: 1...64) ?? 6
    retries = try arguments.integer("--retries", in: 0...1_000) ?? 5
    style = DownloadReport.Style(
      isJSON: arguments.has("--json"), isQuiet: arguments.has("--quiet"),
      patience: try arguments.integer("--patience", in: 1...86_400) ?? 60)
    timeout = try arguments.integer("--timeout", in: 1...86_400)
    connectTimeout = try arguments.integer("--connect-timeout", in: 1...86_400)
    headers = try Self.headers(arguments.all("--header"))
    takesServerNames = arguments.has("--server-names")
    updates = arguments.has("--update")
    acceptsDecoded = arguments.has("--accept-decoded")
    acceptsUnknownLength = arguments.has("--accept-unknown-length")
    guard !updates || !takesServerNames else {
      throw .usage("give '--update' or '--server-names', not both: it looks for plain names")
    }
    for option in ["--name", "--sha256"] where arguments.has(option) && list.entries.count != 1 {
      throw .usage("'\(option)' is for one address, not \(list.entries.count)")
    }
    if let name = arguments.value("--name") { list.entries[0].name = try AddressList.name(name) }
    if let digest = arguments.value("--sha256") {
      list.entries[0].sha256 = try AddressList.digest(digest)
    }
    guard !takesServerNames || list.entries.allSatisfy({ $0.name == nil }) else {
      throw .usage("give names or '--server-names', not both")
    }
    self.list = list
  }

  /// The names and values of lines such as `Accept: text/plain`. A value with a line break, which would begin
  /// another line of the request, is refused.
  private static func headers(_ lines: [String]) throws(Failure) -> [(name: String, value: String)]
  {
    var headers: [(name: String, value: String)] = []
    for line in lines {
      guard
        let (_, name, value) = line.wholeMatch(
          of: /([!#$%&'*+.^_`|~0-9A-Za-z\-]+):\s*(\S[^\r\n]*)/)?.output
      else { throw .usage("'--header' needs a name, a colon and a value in one line") }
      headers.append((String(name), String(value)))
    }
    return headers
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        status: .disk,
        message: "cannot make the folder \(folder.path). Choose another with --output")
    }
    let place = try opened()
    let report = DownloadReport(of: list.entries.count, in: style, on: console)
    list.mistakes.forEach(report.refuse)
    let session =
      timeout == nil && connectTimeout == nil
      ? TransferSession.shared
      : TransferSession(
        idleTimeout: timeout.map(TimeInterval.init),
        replyTimeout: connectTimeout.map(TimeInterval.init))
    let manager = DownloadManager(
      maxConcurrentOperationCount: width, folder: place,
      retry: .backoff(limit: retries, most: .seconds(style.patience)),
      session: session, callbacks: .dispatch(DispatchQueue(label: "lab.download"))
    ) { report.add($0) }
    manager.takesServerNames = takesServerNames
    manager.skipsUnchanged = updates
    manager.acceptsDecoded = acceptsDecoded
    manager.acceptsUnknownLength = acceptsUnknownLength
    manager.marksFiles = true
    Interruption.first {
      report.pause {
        manager.pauseAll()
        return manager.downloads
      }
    }
    // So that no part stays that is of no use.
    Console.beforeGivingUp.withLock { $0 = { manager.pauseAll() } }
    for (entry, name) in zip(list.entries, list.fileNames) {
      let file = folder.appendingPathComponent(name)
      if updates || !leaves(file, for: entry, in: place, report) {
        manager.start(request(for: entry.url), to: file, sha256: entry.sha256)
      }
    }
    defer { PartFile.flushFolders() }
    return report.waitForEnd()
  }

  private func request(for url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    for header in headers { request.addValue(header.value, forHTTPHeaderField: header.name) }
    return request
  }

  /// Whether a file of that name is there, and is reported and left alone.
  private func leaves(
    _ file: URL, for entry: AddressList.Entry, in place: SafeFolder, _ report: DownloadReport
  ) -> Bool {
    do {
      guard try place.holdsOnlyFile(file.lastPathComponent) else { return false }
      let found = entry.sha256 == nil ? nil : try PartFile.sha256(of: file, in: place)
      let isWhole =
        found.map { $0 == entry.sha256 }
        ?? PartFile.isMarked(at: file, from: entry.url, in: place)
      report.leave(file, of: entry.url, isWhole ? .whole : found.map { .other($0) } ?? .unknown)
      return true
    } catch {
      // The download is refused for the same reason, and says so in its turn.
      return false
    }
  }

  private func opened() throws(Failure) -> SafeFolder {
    do { return try SafeFolder(folder.path) } catch {
      throw Failure(
        status: .disk, message: "cannot use the folder: \(error). Choose another with --output")
    }
  }
}
