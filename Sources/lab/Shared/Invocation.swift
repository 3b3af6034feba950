import Foundation
import OperationCourse
import OperationDoctor

/// How this `lab` was started: every command that it suggests begins and ends so, and works when it
/// is pasted into the same shell, in the same folder.
package struct Invocation: Sendable {
  /// How this process was started.
  package static let current = Invocation(
    CommandLine.arguments, environment: ProcessInfo.processInfo.environment,
    folder: FileManager.default.currentDirectoryPath)

  /// The commands that take ``learnerOptions``: those about the learner's work and progress.
  package static let learnerCommands: Set = [
    "exercise", "hint", "lesson", "progress", "read", "review", "solution", "verify",
    "watch", "welcome",
  ]

  /// The commands that take `--lang`: those whose output is translated.
  package static let translatedCommands: Set = [
    "check", "claims", "download", "exercise", "find", "hint", "lesson", "list", "play", "progress",
    "quiz", "read", "review", "solution", "verify", "watch", "welcome",
  ]

  /// The options that a suggested command keeps.
  package static let learnerOptions = ["--dir", "--state"]

  /// The shell words that start `lab`.
  private let program: String
  /// The learner's options with their values, as a shell takes them.
  private let options: [String]
  /// `--lang` with its value, if it was given.
  private let language: [String]

  /// - Parameters:
  ///   - words: the process's arguments, the program's name first.
  ///   - folder: the folder that the process was started in.
  package init(_ words: [String], environment: [String: String] = [:], folder: String = "/") {
    let typed = words.first ?? "lab"
    program =
      Self.packageCommand(for: typed, environment: environment, folder: folder)
      ?? typed.shellQuoted
    func given(_ option: String) -> [String] {
      Self.value(of: option, in: words).map { [option, $0.shellQuoted] } ?? []
    }
    options = Self.learnerOptions.flatMap(given)
    language = given("--lang")
  }

  /// The language that was asked for. `nil` for none, or one that is unknown.
  package var askedLanguage: Language? { language.last.flatMap(Language.init(rawValue:)) }

  /// A command line with these words after `lab`.
  package func command(_ words: [String]) -> String {
    func isOne(of commands: Set<String>) -> Bool { words.first.map(commands.contains) == true }
    let keepsOptions = isOne(of: Self.learnerCommands) && !words.contains("--help")
    let keepsLanguage = isOne(of: Self.translatedCommands) || words.first == "--help"
    return
      ([program] + words.map(\.shellQuoted) + (keepsOptions ? options : [])
      + (keepsLanguage ? language : [])).joined(separator: " ")
  }

  /// A command line with these words after `lab`, separated by blanks.
  package func command(_ words: String) -> String {
    command(words.split(separator: " ").map(String.init))
  }

  /// A command line within a sentence.
  package static func mention(_ words: String) -> String { "`\(current.command(words))`" }

  /// `swift run lab`, if that is what started the program. `nil` otherwise.
  ///
  /// `swift run` passes the path of what it has built, with the platform's name in it, which is not
  /// what one types. It finds the package from the folder that it is called in, so the same words
  /// work again only below the package's own folder.
  private static func packageCommand(
    for typed: String, environment: [String: String], folder: String
  ) -> String? {
    let base = URL(fileURLWithPath: folder, isDirectory: true)
    let path = URL(fileURLWithPath: typed, relativeTo: base).standardizedFileURL.path
    guard let build = path.range(of: "/.build/"),
      String(path[..<build.lowerBound]) == package(of: folder)
    else { return nil }
    let parts = path[build.upperBound...].split(separator: "/")
    // Most shells put there the path of the program that was typed.
    let shell = environment["_"] ?? ""
    guard shell.split(separator: "/").last == "swift" || parts.count == 3 && shell != typed
    else { return nil }
    return parts.dropLast().last == "release" ? "swift run -c release lab" : "swift run lab"
  }

  /// The nearest folder with a package's manifest, from this one up.
  private static func package(of folder: String) -> String? {
    var place = URL(fileURLWithPath: folder)
    while !FileManager.default.fileExists(
      atPath: place.appendingPathComponent("Package.swift").path)
    {
      if place.path == "/" { return nil }
      place.deleteLastPathComponent()
    }
    return place.path
  }

  /// The last value that was given to an option.
  private static func value(of option: String, in words: [String]) -> String? {
    let given = words.prefix { $0 != "--" }
    let values = given.indices.compactMap { place -> String? in
      if given[place].hasPrefix(option + "=") {
        return String(given[place].dropFirst(option.count + 1))
      }
      return given[place] == option && place + 1 < words.count ? words[place + 1] : nil
    }
    return values.last
  }
}

extension String {
  /// As a shell takes it for one word.
  package var shellQuoted: String {
    wholeMatch(of: /[A-Za-z0-9_.\/+:,=@%-]+/) != nil
      ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}

extension Invocation {
  /// A label and a command. The command ends its line and is never broken: it is there to be copied.
  ///
  /// - Parameter words: what stands after `lab`.
  package func line(
    _ label: Phrase, _ words: String, width: Int, in say: Language = .english
  ) -> String {
    let label = say("\(label):").wrapped(to: width, indent: 2, firstIndent: "")
    return say.joined([label, command(words)])
  }
}

extension String {
  /// Broken between words, but not within commands, which stand between backquotes.
  package func wrappedAroundCommands(to width: Int) -> String {
    TerminalText.wrapped(holdingCode(), to: width, breaksWords: false).joined(separator: "\n")
      .releasingCode
  }

  /// With no-break spaces in code between backquotes, so that no line is broken there.
  ///
  /// - Parameter longest: code of more characters is left as it is.
  package func holdingCode(upTo longest: Int = .max) -> String {
    split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { place, part in
        let isHeld = !place.isMultiple(of: 2) && part.count <= longest
        return String(part).replacing(" ", with: isHeld ? "\u{A0}" : " ")
      }
      .joined(separator: "`")
  }

  /// With the spaces that ``holdingCode(upTo:)`` has replaced.
  package var releasingCode: String { replacing("\u{A0}", with: " ") }
}
