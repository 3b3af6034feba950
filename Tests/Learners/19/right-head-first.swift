import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks how long the file is before it asks for the rest.
final class Download: AsyncOperation, @unchecked Sendable {
  private let url: URL
  private let file: URL

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }

  override func work() {
    var head = URLRequest(url: url)
    head.httpMethod = "HEAD"
    URLSession.shared.dataTask(with: head) { _, _, _ in self.loadRest() }.resume()
  }

  private func loadRest() {
    let size =
      (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    var request = URLRequest(url: url)
    if size > 0 { request.addValue("bytes=\(size)-", forHTTPHeaderField: "range") }
    URLSession.shared.dataTask(with: request) { data, response, _ in
      DispatchQueue.main.async {
        self.store(data ?? Data(), (response as? HTTPURLResponse)?.statusCode ?? 0)
        self.finish()
      }
    }.resume()
  }

  private func store(_ data: Data, _ status: Int) {
    if status == 200 { FileManager.default.createFile(atPath: file.path, contents: nil) }
    guard [200, 206].contains(status), let handle = FileHandle(forWritingAtPath: file.path) else {
      return
    }
    handle.seekToEndOfFile()
    handle.write(data)
    handle.closeFile()
  }
}
