import LabKit
import OperationLab
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads with a bare `URLSession`, to compare with: one file piece by piece, or many small ones, six at
/// a time and each whole in memory. Nothing is checked or flushed.
struct BareFetchCommand: Command {
  static let program = "labdocs"
  static let name = "fetch"
  static let abstract = "download with nothing but URLSession"
  static let operands = "URL FILE…"
  static let options: [OptionSpec] = []

  private let pairs: [(url: URL, file: String)]

  init(_ arguments: Arguments) throws(Failure) {
    let words = arguments.operands
    pairs = stride(from: 0, to: words.count - 1, by: 2).compactMap { place in
      URL(string: words[place]).map { ($0, words[place + 1]) }
    }
    guard !pairs.isEmpty, pairs.count * 2 == words.count else {
      throw .usage("'\(Self.title)' takes addresses, each with a file")
    }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    if pairs.count > 1 { return fetchMany() ? .passed : .failed }
    let (url, file) = pairs[0]
    guard FileManager.default.createFile(atPath: file, contents: nil),
      let handle = FileHandle(forWritingAtPath: file)
    else { throw Failure(status: .failed, message: "cannot write \(file)") }
    let writer = Writer(handle)
    let session = URLSession(configuration: .ephemeral, delegate: writer, delegateQueue: nil)
    session.dataTask(with: url).resume()
    writer.end.wait()
    return writer.isWhole.withLock { $0 } ? .passed : .failed
  }

  private func fetchMany() -> Bool {
    let session = URLSession(configuration: .ephemeral)
    let slots = DispatchSemaphore(value: 6)
    let missing = Locked(pairs.count)
    for (url, file) in pairs {
      slots.wait()
      session.dataTask(with: url) { data, _, error in
        if error == nil, FileManager.default.createFile(atPath: file, contents: data) {
          missing.withLock { $0 -= 1 }
        }
        slots.signal()
      }.resume()
    }
    for _ in 0..<6 { slots.wait() }
    for _ in 0..<6 { slots.signal() }
    return missing.withLock { $0 } == 0
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
