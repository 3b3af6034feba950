import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Append only what continues.
//
// Half of the file is there. This download asks for the rest with the header Range, and appends the
// answer. Some servers do not support Range. They send the whole file, and then the result is a
// file and a half.
//
// Mend it: in the end the file is whole, with both kinds of server, and also if there was no part
// before. An answer that is an error does not change the file. If there is a part, the download
// still asks only for the rest. AsyncOperation is the kit's base class: work() begins the work, and
// finish() finishes the operation.

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
      if status < 300 {
        try? (part + data).write(to: self.file, options: .atomic)
      }
    }.resume()
  }
}
