import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// Where the kit's own files are: the pages of the lessons are read from the checkout that this
/// program was built in.
enum Checkout {
  /// The folder that holds `Package.swift`, if there is one above the program or, failing that,
  /// where it was compiled.
  static var root: URL? {
    let places = [Executable.url.resolvingSymlinksInPath(), URL(fileURLWithPath: #filePath)]
    for place in places {
      var folder = place.deletingLastPathComponent()
      while folder.path != "/" {
        let page = folder.appendingPathComponent("Lessons/README.md").path
        if FileManager.default.fileExists(atPath: page) { return folder }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  static let notFound = Failure(
    status: .unreadable,
    message: "the folder Lessons is not found; run lab from the checkout it was built in")

  /// The text of a lesson's page.
  static func page(of lesson: Lesson) throws(Failure) -> String {
    guard let root else { throw notFound }
    let file = root.appendingPathComponent("Lessons/\(lesson.folder)/README.md")
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw Failure(
        status: .unreadable, message: "cannot read \(file.path); is the checkout complete?")
    }
  }
}
