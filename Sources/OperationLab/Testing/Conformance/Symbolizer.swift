import Foundation
import OperationLab

/// Finds the lines of source for addresses of a program, with the toolchain's `llvm-symbolizer`.
package struct Symbolizer: Sendable {
  private let tool: URL

  /// Where the toolchain has one; `nil` if there is none.
  ///
  /// - Parameter folder: of the toolchain's programs.
  package init?(inToolchain folder: URL) {
    tool = folder.appendingPathComponent("llvm-symbolizer")
    guard FileManager.default.isExecutableFile(atPath: tool.path) else { return nil }
  }

  /// Where its file is.
  package var path: String { tool.path }

  /// The calls that a process has told of, as ``OwnCalls`` does; none if it has not, or the tool fails.
  func frames(toldIn output: String, of program: URL) -> [StackFrame] {
    let line = output.split(whereSeparator: \.isNewline).last { $0.hasPrefix(OwnCalls.heading) }
    let addresses = line?.dropFirst(OwnCalls.heading.count).split(separator: " ").map(String.init)
    guard let addresses, !addresses.isEmpty else { return [] }
    let child = ChildProcess(
      executable: tool,
      arguments: ["--obj=\(program.path)", "--output-style=JSON"] + addresses)
    let answers = Locked<[StackFrame]>([])
    do {
      _ = try child.run(deadline: .seconds(20)) { line in
        let told = (try? JSONDecoder().decode([Answer].self, from: line)) ?? []
        answers.withLock { $0 += told.flatMap(\.symbols).compactMap(\.frame) }
      }
      return answers.withLock { $0 }
    } catch {
      // A verdict stands without a stack.
      return []
    }
  }

  /// What the tool says of an address: a call, and those that the compiler has put inside, innermost
  /// first.
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

    /// `nil` for what no line of source stands for.
    var frame: StackFrame? {
      guard line > 0, file.hasPrefix("/"), !file.hasPrefix("/<") else { return nil }
      return StackFrame(function: Mangled(function).name, file: file, line: line)
    }
  }
}

/// A function's name as the linker knows it.
private struct Mangled {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Such as `Upload.start()`: without its module and without what it returns, as in Swift's own
  /// report of a crash.
  var name: String {
    guard let whole = demangled(text, UInt(text.utf8.count), nil, nil, 0) else { return text }
    defer { free(whole) }
    var name = String(cString: whole)
    if let match = text.firstMatch(of: /^\$s(\d+)/), let length = Int(match.output.1) {
      let module = text.dropFirst(match.output.0.count).prefix(length)
      name = name.replacing("\(module).", with: "")
    }
    return name.replacing("Swift.", with: "").replacing(" -> ()", with: "")
  }
}

/// Of Swift's runtime.
@_silgen_name("swift_demangle")
private func demangled(
  _ name: UnsafePointer<CChar>?, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
