import Foundation

/// The generated half of a checked program: it makes the subject and hosts the trials.
struct Driver {
  /// What the compiler calls the expression in its messages.
  static let expressionName = "EXPR"
  /// The file to write ``source`` into; no checked file is called so.
  static let fileName = "LabCheckDriver.swift"

  let expression: String
  /// The modules to import besides, so that the expression may name what the checked file may.
  let modules: [String]
  /// A module whose internal declarations it may name, too.
  var testable: String?

  /// Whether the expression hands the operation any of the probe's work.
  static func usesProbe(_ expression: String) -> Bool {
    // Simple boundaries: by the rules of Unicode, `probe.begin` is one word.
    expression.contains(/\bprobe\b/.wordBoundaryKind(.simple))
  }

  /// Every name is qualified: the checked file is part of the same module, and its own `Probe` or
  /// `Operation` would come first.
  var source: String {
    """
    import Foundation
    @_spi(LabCheck) import OperationTesting
    \(modules.map(Self.importing).joined(separator: "\n"))
    \(testable.map { "@testable import \($0)" } ?? "")

    @main
    enum LabCheckDriver {
      static func make(_ probe: OperationTesting.Probe) -> Foundation.Operation {
    #sourceLocation(file: "\(Self.expressionName)", line: 1)
    \(expression)
    #sourceLocation()
      }

      @MainActor
      static func main() {
        OperationTesting.Conformance.host(
          arguments: Swift.Array(Swift.CommandLine.arguments.dropFirst()),
          usesProbe: \(Self.usesProbe(expression)), make: { make($0) }, quit: _exit)
      }
    }

    """
  }

  /// A file that makes an operation of each expression, only to hear what the compiler says.
  static func trying(_ expressions: [String], modules: [String]) -> String {
    let functions = expressions.enumerated().map { index, expression in
      """
        static func make\(index)(_ probe: OperationTesting.Probe) -> Foundation.Operation {
      #sourceLocation(file: "\(expressionName)\(index)", line: 1)
      \(expression)
      #sourceLocation()
        }
      """
    }
    return """
      import Foundation
      @_spi(LabCheck) import OperationTesting
      \(modules.map(importing).joined(separator: "\n"))

      enum LabCheckDriver {
      \(functions.joined(separator: "\n"))
      }

      """
  }

  /// What the compiler says of one of them: its index, and the message.
  static var refusal: Regex<(Substring, Substring, Substring)> {
    /(?:.*\/)?EXPR(\d+):\d+:\d+: error: (.*)/
  }

  /// The checked file may import it only where it exists.
  private static func importing(_ module: String) -> String {
    let condition = "canImport(\(module))"
    return "#if \(condition)\nimport \(module)\n#endif"
  }
}
