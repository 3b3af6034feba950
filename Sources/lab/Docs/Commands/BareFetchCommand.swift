import LabShared
import OperationLab
import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads one file with a bare `URLSession` that writes to disk, to compare with.
struct BareFetchCommand: Command {
  static let program = "labdocs"
  static let name = "fetch"
  static let abstract = "download with nothing but URLSession"
  static let operands = "URL FILE"
  static let options: [OptionSpec] = []

  private let url: URL
  private let file: String

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 2, let url = URL(string: arguments.operands[0]) else {
      throw .usage("'\(Self.title)' takes an address and a file")
    }
    self.url = url
    file = arguments.operands[1]
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    guard FileManager.default.createFile(atPath: file, contents: nil),
      let handle = FileHandle(forWritingAtPath: file)
    else { throw Failure(status: .failed, message: "cannot write \(file)") }
    let writer = Writer(handle)
    let session = URLSession(configuration: .ephemeral, delegate: writer, delegateQueue: nil)
    session.dataTask(with: url).resume()
    writer.end.wait()
    return writer.isWhole.withLock { $0 } ? .passed : .failed
  }

  private final class Writer: NSObject, URLSessionDataDelegate, Sendable {
    let end = DispatchSemaphore(value: 0)
    let isWhole = Locked(false)
    private let handle: FileHandle

    init(_ handle: FileHandle) { self.handle = handle }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      do { try handle.write(contentsOf: data) } catch { end.signal() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?)
    {
      isWhole.withLock { $0 = error == nil }
      end.signal()
    }
  }
}
