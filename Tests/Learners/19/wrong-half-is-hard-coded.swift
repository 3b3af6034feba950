import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads the rest of a file of which the beginning is there.
final class Download: AsyncOperation, @unchecked Sendable {
  private let url: URL
  private let file: URL

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }

  override func work() {
    let there = (try? Data(contentsOf: file)) ?? Data()
    var request = URLRequest(url: url)
    if !there.isEmpty {
      request.setValue("bytes=10000-", forHTTPHeaderField: "Range")
    }
    URLSession.shared.dataTask(with: request) { data, response, _ in
      defer { self.finish() }
      guard let data, let status = (response as? HTTPURLResponse)?.statusCode else { return }
      // 206 is the part that was asked for. A server may also send everything; that is 200, and
      // it begins at the beginning.
      switch status {
      case 206: try? (there + data).write(to: self.file, options: .atomic)
      case 200: try? data.write(to: self.file, options: .atomic)
      default: break
      }
    }.resume()
  }
}
