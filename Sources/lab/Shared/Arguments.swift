import Foundation
import OperationCourse

/// The words after a command, sorted into operands and options.
package struct Arguments {
  package private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// - Throws: a usage failure that names the word and the nearest option.
  @MainActor
  package init(_ words: [String], for command: any Command.Type) throws(Failure) {
    let specs = command.allOptions
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        operands += rest
        return
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0] == "-h" ? "--help" : String(parts[0])
      guard let spec = specs.first(where: { $0.name == name }) else {
        throw .usage(
          "unknown option '\(name)' for '\(command.title)'"
            + Nearest.suggestion(for: name, among: specs.map(\.name))
            + " \(Invocation.mention("\(command.name) --help")) lists them")
      }
      if spec.value == nil, parts.count > 1 {
        throw .usage("option '\(name)' takes no value")
      }
      guard let valueName = spec.value else {
        values[name] = [""]
        continue
      }
      guard let given = parts.count > 1 ? String(parts[1]) : rest.popFirst(), given != "" else {
        throw .usage("option '\(name)' needs a value: \(name) \(valueName)")
      }
      values[name, default: []].append(given)
    }
  }

  /// The language that was asked for. `nil` for that of the terminal.
  package func language() throws(Failure) -> Language? {
    guard let name = value("--lang") else { return nil }
    if let language = Language(rawValue: name) { return language }
    let names = Language.allCases.map(\.rawValue).joined(separator: " or ")
    throw .usage("option '--lang' needs \(names), not '\(name)'")
  }

  package func has(_ option: String) -> Bool {
    values[option] != nil
  }

  /// The value of an option. The last one if it was given several times.
  package func value(_ option: String) -> String? {
    values[option]?.last
  }

  /// The values of an option that may be given several times, in order.
  package func all(_ option: String) -> [String] {
    values[option] ?? []
  }

  /// A whole number in a range.
  package func integer(_ option: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "option '\(option)' needs a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text)'")
    }
    return number
  }

  /// A duration in seconds.
  package func seconds(_ option: String, in range: ClosedRange<Double>) throws(Failure) -> Duration?
  {
    guard let text = value(option) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw .usage(
        "option '\(option)' needs seconds from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text)'")
    }
    return .seconds(number)
  }

  /// The only operand, or `nil` if there is none.
  @MainActor
  package func onlyOperand(of command: any Command.Type) throws(Failure) -> String? {
    guard operands.count <= 1 else {
      throw .usage("'\(command.title)' takes one operand, not also '\(operands[1])'")
    }
    return operands.first
  }

  /// - Throws: a usage failure if there is any operand.
  @MainActor
  package func refuseOperands(of command: any Command.Type) throws(Failure) {
    if let operand = operands.first {
      throw .usage("'\(command.title)' takes no operand '\(operand)'")
    }
  }
}
