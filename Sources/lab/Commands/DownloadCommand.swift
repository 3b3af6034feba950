import Foundation
import OperationDownloads

/// Article B's manager, to be touched: files that resume, a few at a time, with progress.
struct DownloadCommand: Command {
  static let name = "download"
  static let abstract = "download files, or resume them"
  static let operands = "URL…"
  static let options = [
    OptionSpec("--output", "DIR", "the folder to write to (default: this one)"),
    OptionSpec("--sha256", "HEX", "refuse the file of a single address if it has another SHA-256"),
    OptionSpec("--header", "LINE", "send 'Name: value' to the server, not to one it leads to"),
    OptionSpec("--timeout", "S", "how long a server may send nothing (default 60)"),
    OptionSpec("--json", nil, "a line of JSON for each event"),
    .language,
  ]

  static let notes = """
    Exit status: 0 all files are whole, 64 usage, 69 network, 74 disk, 76 the server refused
    or its reply cannot be used, 79 another SHA-256, 1 a file of that name is there, or
    several of these. Interrupted: 130. The reader of the output has gone away: 141.
    """

  /// Each address once, with the name of its file.
  private let files: [(url: URL, name: String)]
  private let folder: URL
  private let sha256: String?
  private let headers: [(name: String, value: String)]
  private let timeout: Int?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    guard !arguments.operands.isEmpty else {
      throw .usage("'lab download' needs at least one address, such as https://example.org/a.zip")
    }
    var files: [(url: URL, name: String)] = []
    for text in arguments.operands {
      let url = try Self.address(text)
      if files.contains(where: { $0.url == url }) { continue }
      files.append((url, try Self.fileName(of: url)))
    }
    let names = files.map { $0.name.lowercased() }
    if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw .usage("two addresses name the file '\(name)'. Download one after the other")
    }
    self.files = files
    folder = URL(fileURLWithPath: arguments.value("--output") ?? ".", isDirectory: true)
    timeout = try arguments.integer("--timeout", in: 1...86_400)
    headers = try Self.headers(arguments.all("--header"))
    sha256 = try arguments.value("--sha256").map(Self.digest)
    isJSON = arguments.has("--json")
    if sha256 != nil, files.count != 1 {
      throw .usage("'--sha256' is for one address, not \(files.count)")
    }
  }

  private static func address(_ text: String) throws(Failure) -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      !(url.host() ?? "").isEmpty
    else {
      throw .usage(
        "'\(text.count > 200 ? "…" : text)' is no address: "
          + "give one that begins with http:// or https://")
    }
    guard !url.hasUserInfo else {
      throw .usage(DownloadError.credentialsInAddress.description)
    }
    return url
  }

  /// The last part of the address's path.
  private static func fileName(of url: URL) throws(Failure) -> String {
    let name = url.lastPathComponent
    let isOdd = name.unicodeScalars.contains {
      [.control, .format, .lineSeparator, .paragraphSeparator]
        .contains($0.properties.generalCategory)
    }
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !isOdd,
      ![".part", ".part.json", ".part.json.new"].contains(where: name.hasSuffix)
    else {
      throw .usage("the last part of \(url.absoluteString) is no name for a file. Use another tool")
    }
    return name
  }

  /// A SHA-256 in small letters.
  private static func digest(_ text: String) throws(Failure) -> String {
    if text.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
      return text.lowercased()
    }
    throw .usage("a SHA-256 has 64 hexadecimal digits, such as 'sha256sum FILE' prints")
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
    let report = DownloadReport(of: files.count, isJSON: isJSON, on: console)
    let manager = DownloadManager(
      session: timeout.map { TransferSession(idleTimeout: TimeInterval($0)) } ?? .shared,
      callbacks: .dispatch(DispatchQueue(label: "lab.download"))
    ) { report.add($0) }
    Interruption.first {
      report.pause {
        manager.pauseAll()
        return manager.downloads
      }
    }
    // So that no part stays that is of no use.
    Console.beforeGivingUp.withLock { $0 = { manager.pauseAll() } }
    for (url, name) in files {
      let file = folder.appendingPathComponent(name)
      if (try? FileManager.default.attributesOfItem(atPath: file.path)) != nil {
        report.leave(file, of: url)
      } else {
        manager.start(request(for: url), to: file, sha256: sha256)
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
}

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
