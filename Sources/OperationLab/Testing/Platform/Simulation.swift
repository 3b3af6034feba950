import Foundation

/// A setting for tests that makes this system behave like one which tells less: nothing of threads,
/// no interruptions of a single one, races and missing symbols in the words of another linker and
/// another sanitizer.
///
/// `OPERATIONLAB_SIMULATE=darwin` in the environment sets it, for child processes, too. Verdicts
/// stay those of the system underneath: its Foundation is its own.
package enum Simulation {
  /// Whether it is set.
  package static let isOn = ProcessInfo.processInfo.environment[name] == "darwin"

  static let name = "OPERATIONLAB_SIMULATE"

  /// What a linker has said, if it is set in the words of Apple's.
  package static func linkerWords(_ text: String) -> String {
    guard isOn else { return text }
    return text.replacing(/(?m)^.*undefined symbol: (.*)$/) {
      "Undefined symbols for architecture arm64:\n  \"\($0.output.1)\", referenced from:"
    }
  }

  /// What the thread sanitizer has said, if it is set in the words that it has for Swift on macOS.
  package static func sanitizerWords(_ text: String) -> String {
    isOn ? darwinSanitizerWords(text) : text
  }

  /// Accesses by kind and without a size, and sources by their names only.
  static func darwinSanitizerWords(_ text: String) -> String {
    text.replacing("ThreadSanitizer: data race", with: "ThreadSanitizer: Swift access race")
      .replacing(/(?m)^( +)(Previous )?(?i:(write|read)) of size \d+ at/) { match in
        let isWrite = match.output.3.lowercased() == "write"
        let kind = isWrite ? "Modifying access" : "Read-only access"
        let words = match.output.2 == nil ? kind : "Previous \(kind.lowercased())"
        return "\(match.output.1)\(words) of Swift variable at"
      }
      .replacing(/(?m)^( +#\d+ .*? )\S*\/(\S+?\.swift:\d+)(:\d+)? \((\w+)\+(0x\w+)\).*$/) {
        "\($0.output.1)\($0.output.2) (\($0.output.4):arm64+\($0.output.5))"
      }
  }
}
