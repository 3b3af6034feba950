import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// One way to do it.

/// Loads the rest of a file. The first part may be there.
final class Download: AsyncOperation, @unchecked Sendable {
  private let url: URL
  private let file: URL

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }

  override func work() {
    let part = (try? Data(contentsOf: file)) ?? Data()
    var request = URLRequest(url: url)
    if !part.isEmpty {
      request.setValue("bytes=\(part.count)-", forHTTPHeaderField: "Range")
    }
    URLSession.shared.dataTask(with: request) { data, response, _ in
      defer { self.finish() }
      guard let data, let status = (response as? HTTPURLResponse)?.statusCode else { return }
      // 206 is the rest of the file. 200 is the whole file.
      switch status {
      case 206: try? (part + data).write(to: self.file, options: .atomic)
      case 200: try? data.write(to: self.file, options: .atomic)
      default: break
      }
    }.resume()
  }
}
