import Foundation

/// A call that a thread was in, as Swift's own backtrace tells it.
package struct StackFrame: Codable, Hashable, Sendable {
  /// The function, such as `Upload.start()`.
  package let function: String
  /// The path of its source; empty if that is not known.
  package let file: String
  /// Counted from 1; 0 if not known.
  package let line: Int

  /// Such as `Upload.start() at Upload.swift:20`.
  package var description: String {
    // The compiler may have split off what is seldom run.
    let name = function.replacing(/\.cold(\.\d+)?$/, with: "")
    if let meaning = Self.meanings[name] { return "\(name) (\(meaning))" }
    return file.isEmpty
      ? function : "\(function) at \(URL(fileURLWithPath: file).lastPathComponent):\(line)"
  }

  private var hasMeaning: Bool { Self.meanings[function] != nil }

  /// Calls whose names say nothing to most readers.
  private static let meanings = [
    "__DISPATCH_WAIT_FOR_QUEUE__": "sync on a queue that this thread is on already",
    "__futex_abstimed_wait_common": "a wait for a semaphore or a condition",
    "_dispatch_semaphore_dispose": "a semaphore deallocated while its count was below the first",
    "dispatch_group_leave": "leave() more often than enter()",
  ]
}

extension StackFrame {
  /// The calls of the thread concerned, innermost first: those of the thread that ended the process,
  /// or else of the first one that is inside the files; as far as they lead through the files. Of a
  /// thread that ended the process elsewhere, the innermost three.
  ///
  /// - Parameters:
  ///   - output: what the process wrote, a backtrace of Swift's among it.
  ///   - told: the calls that the thread concerned has told of itself, for want of better ones.
  ///   - files: the user's own files.
  package static func concerned(
    in output: String, told: [StackFrame] = [], files: [String]
  ) -> [StackFrame] {
    let threads = output.split(separator: /(?m)^Thread \d+/).dropFirst()
    let stacks = threads.map { text in
      (isCrashed: text.prefix(80).contains("crashed"), all(in: text))
    }
    let paths = Set(files.map { URL(fileURLWithPath: $0).standardizedFileURL.path })
    func isOwn(_ frame: StackFrame) -> Bool {
      paths.contains(URL(fileURLWithPath: frame.file).standardizedFileURL.path)
    }
    let crashed = stacks.first(where: \.isCrashed)?.1 ?? []
    func telling() -> [StackFrame]? {
      // What comes before the files is the telling itself.
      let calls = told.drop { !isOwn($0) }
      return calls.isEmpty ? nil : crashed.prefix(1).filter(\.hasMeaning) + calls
    }
    let own = stacks.filter { $0.1.contains(where: isOwn) }
    guard let stack = own.first(where: \.isCrashed)?.1 ?? telling() ?? own.first?.1 else {
      // Who was asked, and is in nobody's files, is not the thread concerned.
      if output.contains(OwnCalls.heading) { return [] }
      // A trap in a library whose calls the backtrace follows only in part: what it was in helps.
      return Array(crashed.prefix { $0.file.isEmpty }.prefix(3))
    }
    guard let last = stack.lastIndex(where: isOwn) else { return [] }
    // Of the calls below the user's own, the nearest says what it waits in, or traps with.
    let first = stack.firstIndex(where: isOwn) ?? 0
    return Array(stack[max(0, first - 1)...last])
  }

  /// ` 2 [ra] 0x000055a95d7de356 A.main() + 149 in trap at /folder/A.swift:2:71`
  private static func all(in text: Substring) -> [StackFrame] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let pattern =
        /^\s*\d+ .*?0x[0-9a-f]+ (.+?)(?: \+ \d+)? in \S+(?: at (\S.*?):(\d+)(?::\d+)?)?\s*$/
      guard let match = line.firstMatch(of: pattern) else { return nil }
      return StackFrame(
        function: String(match.output.1), file: match.output.2.map(String.init) ?? "",
        line: match.output.3.flatMap { Int($0) } ?? 0)
    }
  }
}
