import LabShared
import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// The download manager as a tool: resumable, several at a time, with progress.
struct DownloadCommand: Command {
  static let name = "download"
  static let abstract = "download files, or resume them"
  static let operands = "[URL…]"
  static let options = [
    OptionSpec("--input", "FILE", "read addresses from FILE, one a line (- is standard input)"),
    OptionSpec("--output", "DIR", "the folder to write to (default: this one)"),
    OptionSpec("--name", "FILE", "the name of the file in that folder, of a single address"),
    OptionSpec("--server-names", nil, "names as the servers give them, never replacing a file"),
    OptionSpec("--update", nil, "keep a file that is there and unchanged since the last --update"),
    OptionSpec("--accept-decoded", nil, "keep what comes out if a server sends a file encoded"),
    OptionSpec("--accept-unknown-length", nil, "also a reply that does not say where it ends"),
    OptionSpec("--parallel", "N", "how many files at a time (default 6)"),
    OptionSpec("--retries", "K", "how often to try again without getting farther (default 5)"),
    OptionSpec("--patience", "S", "the longest wait that a server may ask for (default 60)"),
    OptionSpec("--json", nil, "a line of JSON for each event"),
    OptionSpec("--quiet", nil, "only failures"),
  ]

  private let urls: [URL]
  private let folder: URL
  private let width: Int
  private let retries: Int
  private let name: String?
  private let takesServerNames: Bool
  private let updates: Bool
  private let acceptsDecoded: Bool
  private let acceptsUnknownLength: Bool
  private let style: DownloadReport.Style

  init(_ arguments: Arguments) throws(Failure) {
    let listed = try AddressList.read(arguments.all("--input"))
    guard !arguments.operands.isEmpty || arguments.has("--input") else {
      throw .usage("'lab download' needs at least one address, such as https://example.org/a.zip")
    }
    urls = try AddressList.urls(arguments.operands + listed)
    folder = URL(fileURLWithPath: arguments.value("--output") ?? ".", isDirectory: true)
    width = try arguments.integer("--parallel", in: 1...64) ?? 6
    retries = try arguments.integer("--retries", in: 0...1_000) ?? 5
    style = DownloadReport.Style(
      isJSON: arguments.has("--json"), isQuiet: arguments.has("--quiet"),
      patience: try arguments.integer("--patience", in: 1...86_400) ?? 60)
    takesServerNames = arguments.has("--server-names")
    updates = arguments.has("--update")
    acceptsDecoded = arguments.has("--accept-decoded")
    acceptsUnknownLength = arguments.has("--accept-unknown-length")
    guard !updates || !takesServerNames else {
      throw .usage("give '--update' or '--server-names', not both: it looks for plain names")
    }
    name = arguments.value("--name")
    if let name {
      guard FileNaming.isHarmless(name) else {
        throw .usage(
          "'--name' needs a plain file name: no folder, no '.' at an end, no control character")
      }
      guard !takesServerNames else { throw .usage("give '--name' or '--server-names', not both") }
      guard urls.count == 1 else { throw .usage("'--name' is for one address, not \(urls.count)") }
    }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        status: .failed,
        message: "cannot make the folder \(folder.path). Choose another with --output")
    }
    let place = try opened()
    let files = (name.map { [$0] } ?? FileNaming.names(for: urls)).map {
      folder.appendingPathComponent($0)
    }
    let report = DownloadReport(of: urls.count, in: style, on: console)
    let manager = DownloadManager(
      width: width, folder: place, retry: .backoff(limit: retries, most: .seconds(style.patience)),
      callbacks: .dispatch(DispatchQueue(label: "lab.download"))
    ) { report.take($0) }
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
    for (url, file) in zip(urls, files) {
      do throws(SafeFolder.Problem) {
        if !updates, try place.holdsOnlyFile(file.lastPathComponent) {
          report.leave(file, of: url, isWhole: PartFile.isMarked(at: file, from: url, in: place))
          continue
        }
      } catch {
        // The download is refused for the same reason, and says so in its turn.
      }
      manager.start(url, to: file)
    }
    return report.waitForEnd() ? .passed : .failed
  }

  private func opened() throws(Failure) -> SafeFolder {
    do { return try SafeFolder(folder.path) } catch {
      throw Failure(
        status: .failed, message: "cannot use the folder: \(error). Choose another with --output")
    }
  }
}
