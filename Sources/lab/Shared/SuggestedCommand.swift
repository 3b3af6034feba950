import OperationCourse
import OperationDoctor

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
