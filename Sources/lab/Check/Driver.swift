import Foundation

/// The generated half of a checked program: it makes the subject and hosts the trials.
struct Driver {
  /// The expression's file name in the compiler's messages.
  static let expressionName = "EXPR"
  /// The file to write ``source`` into. No checked file has this name.
  static let fileName = "LabCheckDriver.swift"
  /// The function around the expression. It would hide a function of the author's with the same name,
  /// so its name is an unlikely one.
  private static let factory = "labCheckOperation"

  let expression: String
  /// The modules to import besides, so that the expression may name what the checked file may.
  let modules: [String]

  /// Whether the expression hands the operation any of the probe's work.
  static func usesProbe(_ expression: String) -> Bool {
    // Simple boundaries: by the rules of Unicode, `probe.begin` is one word.
    expression.contains(/\bprobe\b/.wordBoundaryKind(.simple))
  }

  /// Whether the expression lets the operation tell the probe its result.
  static func usesAnswer(_ expression: String) -> Bool {
    expression.contains(/\bprobe\.answer\b/.wordBoundaryKind(.simple))
  }

  /// Every name is qualified: the checked file is part of the same module, and its own `Probe` or
  /// `Operation` would come first.
  var source: String {
    """
    import Foundation
    @_spi(LabCheck) import OperationTesting
    \(modules.map(Self.importing).joined(separator: "\n"))

    @main
    enum LabCheckDriver {
      static func \(Self.factory)(_ probe: OperationTesting.Probe) -> Foundation.Operation {
    #sourceLocation(file: "\(Self.expressionName)", line: 1)
    \(expression)
      }
    #sourceLocation()

      @MainActor
      static func main() {
        OperationTesting.Conformance.host(
          arguments: Swift.Array(Swift.CommandLine.arguments.dropFirst()),
          usesProbe: \(Self.usesProbe(expression)), make: { \(Self.factory)($0) }, quit: { _exit($0) })
      }
    }

    """
  }

  /// A file that makes an operation of each expression, only to get the compiler's messages. In a gap
  /// is a value of any type.
  static func trying(_ expressions: [String], modules: [String]) -> String {
    let functions = expressions.enumerated().map { index, expression in
      """
        static func \(factory)\(index)(_ probe: OperationTesting.Probe) -> Foundation.Operation {
      #sourceLocation(file: "\(expressionName)\(index)", line: 1)
      \(expression.replacing(/<#[^#]*#>/, with: "LabCheckDriver.gap()"))
        }
      #sourceLocation()
      """
    }
    return """
      import Foundation
      @_spi(LabCheck) import OperationTesting
      \(modules.map(importing).joined(separator: "\n"))

      enum LabCheckDriver {
        static func gap<Value>() -> Value { fatalError() }
      \(functions.joined(separator: "\n"))
      }

      """
  }

  /// The compiler's message on one expression, with its index.
  static var refusal: Regex<(Substring, Substring, Substring)> {
    /(?:.*\/)?EXPR(\d+):\d+:\d+: error: (.*)/
  }

  /// The checked file may import it only where it exists.
  private static func importing(_ module: String) -> String {
    let condition = "canImport(\(module))"
    return "#if \(condition)\nimport \(module)\n#endif"
  }
}
