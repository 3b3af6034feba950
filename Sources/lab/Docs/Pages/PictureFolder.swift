import Foundation
import OperationCourse

/// The folder `pictures` beside a lesson's page: nothing but what the page's markers ask for.
struct PictureFolder {
  private let folder: URL
  private static let ending = ".svg"

  /// What the picture of a program is called, without the ending.
  static func name(of program: String, in language: Language) -> String {
    language == .english ? program : "\(program).\(language.rawValue)"
  }

  init(beside page: URL) {
    folder = page.deletingLastPathComponent().appendingPathComponent("pictures", isDirectory: true)
  }

  /// The pictures, by the names of their programs.
  ///
  /// - Throws: an error of Foundation's when one of them cannot be read.
  func pictures() throws -> [String: String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(Self.ending) }
    return try names.reduce(into: [:]) { pictures, name in
      pictures[String(name.dropLast(Self.ending.count))] = try String(
        contentsOf: file(name), encoding: .utf8)
    }
  }

  /// Makes it hold these, besides those of other pages, and nothing else.
  ///
  /// - Throws: an error of Foundation's when something cannot be written or removed.
  func hold(_ pictures: [String: String], besides others: Set<String> = []) throws {
    for name in try self.pictures().keys where pictures[name] == nil && !others.contains(name) {
      try FileManager.default.removeItem(at: file(name + Self.ending))
    }
    guard !pictures.isEmpty else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, picture) in pictures {
      try picture.write(to: file(name + Self.ending), atomically: true, encoding: .utf8)
    }
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
