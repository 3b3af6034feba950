import LabShared
import Foundation
import OperationDownloads
import OperationTesting

/// Addresses to download: words of the command line, and lines of files.
enum AddressList {
  /// The most bytes of one list. Ten thousand long addresses have a tenth of it.
  private static let mostBytes = 16_777_216

  /// The lines of files, `-` being standard input. Empty ones and those that begin with `#` left
  /// out.
  static func read(_ files: [String]) throws(Failure) -> [String] {
    var lines: [String] = []
    for file in files {
      let text = String(decoding: try contents(of: file), as: UTF8.self)
      lines += text.split(whereSeparator: \.isNewline)
        .map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
    return lines
  }

  /// Each address once, in their order.
  ///
  /// - Throws: a usage failure that names the first that is none, or comes with two users.
  static func urls(_ texts: [String]) throws(Failure) -> [URL] {
    var seen: [URL: URL] = [:]
    var urls: [URL] = []
    for text in texts {
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
        !(url.host() ?? "").isEmpty
      else {
        throw .usage(
          "'\(text.count > 200 ? "…" : text)' is no address: "
            + "give one that begins with http:// or https://")
      }
      let other = seen.updateValue(url, forKey: url.withoutUserInfo)
      guard other == nil || other == url else {
        throw .usage(
          "\(url.withoutUserInfo) is given with two users or passwords. Fetch one after the other")
      }
      if other == nil { urls.append(url) }
    }
    return urls
  }

  private static func contents(of file: String) throws(Failure) -> Data {
    let cause: String
    do {
      let handle =
        file == "-"
        ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
      let data = try handle.read(upToCount: mostBytes + 1) ?? Data()
      if data.count <= mostBytes { return data }
      cause = "it has more than \(mostBytes) bytes. Split it"
    } catch {
      cause = "is there such a file, and may you read it?"
    }
    throw Failure(status: .unreadable, message: "cannot read the addresses in \(file): \(cause)")
  }
}
