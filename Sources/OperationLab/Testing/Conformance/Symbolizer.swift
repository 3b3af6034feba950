import Foundation
import OperationLab

/// Finds the lines of source for addresses of a program, with the toolchain's `llvm-symbolizer` and
/// `swift-demangle`.
package struct Symbolizer: Sendable {
  private let tool: URL
  private let demangler: URL

  /// Finds both in the toolchain. Returns `nil` if one is missing.
  ///
  /// - Parameter folder: the folder of the toolchain's programs.
  package init?(inToolchain folder: URL) {
    tool = folder.appendingPathComponent("llvm-symbolizer")
    demangler = folder.appendingPathComponent("swift-demangle")
    for file in [tool, demangler] {
      guard FileManager.default.isExecutableFile(atPath: file.path) else { return nil }
    }
  }

  /// The checked module in mangled names.
  private static let module = "7Checked"

  /// Where its file is.
  package var path: String { tool.path }

  /// The calls that the threads of a process have reported with ``OwnCalls``, or `nil` if there are
  /// none or a tool fails.
  func frames(toldIn output: String, of program: URL) -> [[StackFrame]]? {
    let lines = output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(OwnCalls.heading) }
    let threads = lines.map { $0.dropFirst(OwnCalls.heading.count).split(separator: " ") }
    guard !threads.isEmpty else { return nil }
    return frames(of: threads.map { $0.map(String.init) }, in: program)
  }

  private func frames(of threads: [[String]], in program: URL) -> [[StackFrame]]? {
    let addresses = threads.joined()
    guard !addresses.isEmpty else { return threads.map { _ in [] } }
    // A verdict is valid without a stack.
    let answers =
      lines(of: tool, ["--obj=\(program.path)", "--output-style=JSON"] + addresses)
      .flatMap { (try? JSONDecoder().decode([Answer].self, from: $0)) ?? [] }
    guard answers.count == addresses.count else { return nil }
    // Generated code has no line. It may belong to the user's files if it is of their module.
    let symbols = answers.map { answer in
      answer.symbols.filter { $0.isSource || $0.function.contains(Self.module) }
    }
    let functions = symbols.joined().map(\.function)
    let names =
      functions.isEmpty
      ? [] : lines(of: demangler, ["--compact", "--simplified"] + functions)
    guard names.count == functions.count else { return nil }
    var (rest, namesLeft) = (symbols[...], names[...])
    return threads.map { addresses in
      defer { rest = rest.dropFirst(addresses.count) }
      return rest.prefix(addresses.count).joined().map { symbol in
        StackFrame(
          function: String(decoding: namesLeft.removeFirst(), as: UTF8.self),
          file: symbol.isSource ? symbol.file : "", line: symbol.line)
      }
    }
  }

  /// The output of a tool, which is empty if it fails.
  private func lines(of tool: URL, _ arguments: [String]) -> [Data] {
    let lines = Locked<[Data]>([])
    let child = ChildProcess(executable: tool, arguments: arguments)
    do {
      _ = try child.run(deadline: .seconds(20)) { line in lines.withLock { $0.append(line) } }
    } catch {
      return []
    }
    return lines.withLock { $0 }
  }

  /// The calls at an address: a call and the calls inlined into it, innermost first.
  private struct Answer: Decodable {
    let symbols: [Symbol]

    enum CodingKeys: String, CodingKey {
      case symbols = "Symbol"
    }
  }

  private struct Symbol: Decodable {
    let function: String
    let file: String
    let line: Int

    enum CodingKeys: String, CodingKey {
      case function = "FunctionName"
      case file = "FileName"
      case line = "Line"
    }

    /// Whether it has a source line. Compiler-generated code has no line number.
    var isSource: Bool { file.hasPrefix("/") && !file.hasPrefix("/<") }
  }
}
