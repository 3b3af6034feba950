import LabShared
import Foundation
import OperationDownloads
import OperationTesting

/// Files to download: words of the command line, and lines of files.
struct AddressList {
  struct Entry {
    var url: URL
    /// The name that it is to have.
    var name: String?
    /// In small hexadecimal digits.
    var sha256: String?
  }

  /// Each address once, in their order.
  var entries: [Entry] = []
  /// What is wrong with each line that was left out.
  private(set) var mistakes: [String] = []

  /// The most bytes of one list. Ten thousand long addresses have a tenth of it.
  private static let mostBytes = 16_777_216

  /// Reads addresses, and then files with lines such as `https://h/a sha256=09af… b.zip`, of which only the
  /// address must be there. `-` is standard input. Empty lines and those that begin with `#` are left out.
  ///
  /// - Throws: a usage failure if a word is no address, or that a file cannot be read.
  init(_ words: [String], files: [String]) throws(Failure) {
    for word in words { try add(word) }
    for file in files {
      let text = String(decoding: try Self.contents(of: file), as: UTF8.self)
      // A line may end with two characters, but they are one `Character`.
      for (number, line) in text.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline
      )
      .enumerated() {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty, !line.hasPrefix("#") else { continue }
        do throws(Failure) { try add(line: line) } catch {
          mistakes.append("line \(number + 1) of \(file): \(error.message)")
        }
      }
    }
  }

  private mutating func add(line: String) throws(Failure) {
    let isSpace = { (character: Character) in character.isWhitespace }
    var words = line.split(maxSplits: 1, whereSeparator: isSpace)
    let address = String(words.removeFirst())
    var rest = words.first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    var digest: String?
    if rest.hasPrefix("sha256=") {
      let words = rest.dropFirst(7).split(maxSplits: 1, whereSeparator: isSpace)
      digest = try Self.digest(words.first.map(String.init) ?? "")
      rest = words.dropFirst().first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }
    try add(address, name: rest.isEmpty ? nil : try Self.name(rest), sha256: digest)
  }

  private mutating func add(
    _ text: String, name: String? = nil, sha256: String? = nil
  ) throws(Failure) {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      !(url.host() ?? "").isEmpty
    else {
      throw .usage(
        "'\(text.count > 200 ? "…" : text)' is no address: "
          + "give one that begins with http:// or https://")
    }
    guard !url.hasUserInfo else {
      throw .usage(DownloadError.credentialsInAddress.description)
    }
    if let other = numbers[url.withoutUserInfo].map({ entries[$0] }) {
      guard name == nil || name == other.name, sha256 == nil || sha256 == other.sha256 else {
        throw .usage("\(url) is given with two names or digests. Leave one out")
      }
      return
    }
    if let name, !names.insert(name.lowercased()).inserted {
      throw .usage("the name '\(name)' is given twice. Choose another")
    }
    numbers[url.withoutUserInfo] = entries.count
    entries.append(Entry(url: url, name: name, sha256: sha256))
  }

  /// Where each address is among the entries.
  private var numbers: [URL: Int] = [:]
  /// Given names, in small letters.
  private var names: Set<String> = []

  /// A name for each entry, in their order: the given one, or one made from the address.
  var fileNames: [String] {
    var made = FileNaming.names(
      for: entries.filter { $0.name == nil }.map(\.url), besides: entries.compactMap(\.name))[...]
    return entries.map { $0.name ?? made.removeFirst() }
  }

  /// The name, if it is harmless.
  static func name(_ text: String) throws(Failure) -> String {
    if FileNaming.isHarmless(text) { return text }
    throw .usage("a name is a plain file name: no folder, no '.' at an end, no control character")
  }

  /// A SHA-256 in small letters.
  static func digest(_ text: String) throws(Failure) -> String {
    if text.count == 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
      return text.lowercased()
    }
    throw .usage("a SHA-256 has 64 hexadecimal digits, such as 'sha256sum FILE' prints")
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
