import Foundation
import OperationCourse

// The pages of the lessons.
extension Checkout {
  package static let notFound = Failure(
    status: .unreadable,
    message:
      "the folder Lessons is not found. Run lab from the checkout it was built in, or install it "
      + "from there with Scripts/install")

  /// Where a lesson's page lies, or the page of what goes beyond its main line.
  package static func pagePath(of lesson: Lesson, isFurther: Bool = false) -> String {
    "Lessons/\(lesson.folder)/\(isFurther ? "further" : "README").md"
  }

  /// Where a page stands in a language: the English page where it is not translated. Both below the
  /// folder of the lessons.
  package static func link(_ page: String, in language: Language) -> String {
    let translated = language.path(page)
    let file = root?.appendingPathComponent("Lessons/\(translated)")
    return file.map { FileManager.default.fileExists(atPath: $0.path) } == true ? translated : page
  }

  /// The text of a lesson's page, or of what goes beyond its main line, from its title on.
  package static func page(of lesson: Lesson, isFurther: Bool = false) throws(Failure) -> String {
    try page(pagePath(of: lesson, isFurther: isFurther), in: .english).text
  }

  /// The text of a page in a language from its title on, or of the English page where it is not
  /// translated. Above the title stands only the line that leads to the other language.
  package static func page(
    _ path: String, in language: Language
  ) throws(Failure) -> (text: String, language: Language) {
    let translated = root?.appendingPathComponent(language.path(path)).path
    if language != .english, !FileManager.default.fileExists(atPath: translated ?? "") {
      return try page(path, in: .english)
    }
    let text = try page(language.path(path))
    return (String(text[(text.range(of: "# ")?.lowerBound ?? text.startIndex)...]), language)
  }

  /// The text of the page at a path below the root.
  package static func page(_ path: String) throws(Failure) -> String {
    guard let root else { throw notFound }
    let file = root.appendingPathComponent(path)
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw Failure(
        status: .unreadable, message: "cannot read \(file.path). Is the checkout complete?")
    }
  }
}
