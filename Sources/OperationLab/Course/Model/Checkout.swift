import Foundation

/// The kit's own files: the pages of the lessons and the data beside them are read from the checkout
/// that this program was built in, or from where `Scripts/install` put them.
package enum Checkout {
  /// The folder that holds `Lessons`, if it is above the program or, failing that, above where this
  /// file was compiled.
  package static let root: URL? = {
    let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    for place in [program.resolvingSymlinksInPath(), URL(fileURLWithPath: #filePath)] {
      var folder = place.deletingLastPathComponent()
      while folder.path != "/" {
        let page = folder.appendingPathComponent("Lessons/README.md").path
        if FileManager.default.fileExists(atPath: page) { return folder }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }()

  /// The text of the file at a path below the root. `nil` if there is none.
  static func text(_ path: String) -> String? {
    root.flatMap { try? String(contentsOf: $0.appendingPathComponent(path), encoding: .utf8) }
  }

  /// The value in the file at a path below the root. `nil` if there is none.
  static func decoded<Value: Decodable>(_ path: String) -> Value? {
    guard let text = text(path) else { return nil }
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      preconditionFailure("\(path): \(error)")
    }
  }

  /// The values in the files of one name beside the pages, by the names of their folders.
  static func decodedByFolder<Value: Decodable>(from name: String) -> [String: Value] {
    let lessons = root?.appendingPathComponent("Lessons").path ?? ""
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: lessons)) ?? []
    return folders.reduce(into: [:]) { all, folder in
      all[folder] = decoded("Lessons/\(folder)/\(name)")
    }
  }
}
