import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Append only what continues.
//
// Half of the file is there. This download asks for the rest, with the header Range, and puts what
// comes behind what is there. Some servers do not know Range: they send the whole file, and then
// there is a file and a half.
//
// Mend it: in the end the file is whole, from either kind of server, and from nothing. An answer
// that is an error leaves the file as it is. Where a part is there, it still asks for the rest
// only. AsyncOperation is the kit's base class: work() begins, finish() ends.

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
      request.setValue("bytes=\(there.count)-", forHTTPHeaderField: "Range")
    }
    URLSession.shared.dataTask(with: request) { data, response, _ in
      defer { self.finish() }
      guard let data, let status = (response as? HTTPURLResponse)?.statusCode else { return }
      if status < 300 {
        try? (there + data).write(to: self.file, options: .atomic)
      }
    }.resume()
  }
}
