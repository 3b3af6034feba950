extension Invocation {
  /// A label and a command. The command ends its line and is never broken: it is there to be copied.
  ///
  /// - Parameter words: what stands after `lab`.
  func line(_ label: String, _ words: String, width: Int) -> String {
    "\(label):".wrapped(to: width, indent: 2, firstIndent: "") + " " + command(words)
  }
}

extension String {
  /// Broken between words, but not within commands, which stand between backquotes.
  func wrappedAroundCommands(to width: Int) -> String {
    let blank = "\u{1}"
    let held = split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { place, part in
        place.isMultiple(of: 2) ? String(part) : String(part).replacing(" ", with: blank)
      }
      .joined(separator: "`")
    let lines = held.split(separator: " ").map(String.init).reduce(into: [String]()) {
      lines, word in
      if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.joined(separator: "\n").replacing(blank, with: " ")
  }
}
