import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that does not know Range is asked once more, without it.
final class Download: AsyncOperation, @unchecked Sendable {
  private let url: URL
  private let file: URL

  init(from url: URL, to file: URL) {
    self.url = url
    self.file = file
  }

  override func work() {
    Task {
      try? await load()
      finish()
    }
  }

  private func load() async throws {
    var there = FileManager.default.contents(atPath: file.path) ?? Data()
    var request = URLRequest(url: url)
    if !there.isEmpty {
      request.setValue("bytes=\(there.count)-", forHTTPHeaderField: "Range")
      let (rest, response) = try await URLSession.shared.data(for: request)
      switch (response as? HTTPURLResponse)?.statusCode {
      case 206:
        there.append(rest)
        return try there.write(to: file)
      case 200: break
      default: return
      }
    }
    let (all, response) = try await URLSession.shared.data(from: url)
    if (response as? HTTPURLResponse)?.statusCode == 200 { try all.write(to: file) }
  }
}
