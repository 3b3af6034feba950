import Foundation
import OperationBench

/// A call that a thread was in.
package struct StackFrame: Codable, Hashable, Sendable {
  /// The function, such as `Upload.start()`.
  package let function: String
  /// The path of its source, ``generated``, or an empty string for a call in a library.
  package let file: String
  /// Counted from 1, or 0 if unknown.
  package let line: Int

  /// The file of a call that the compiler has made for the module under check.
  static let generated = "<compiler-generated>"

  /// Such as `Upload.start() at Upload.swift:20`.
  package var description: String {
    if let words = meaning?.statement { return "\(plainName) (\(words))" }
    if file.isEmpty { return function }
    let place = URL(fileURLWithPath: file).lastPathComponent + (line > 0 ? ":\(line)" : "")
    return "\(function) at \(place)"
  }

  /// The function's name. The compiler may have split off code that rarely runs.
  private var plainName: String { function.replacing(/\.cold(\.\d+)?$/, with: "") }

  /// Whether a queue or a user makes this call, and waits for its return.
  var isCallOfQueue: Bool {
    line > 0 && function.contains(/\.(start|main|cancel)\(\)$/) && !function.contains("closure #")
  }

  /// The meaning of a call with an obscure name, and the cure if it traps or never returns. `nil` for other
  /// calls.
  var meaning: RuleWords? { Self.meanings[plainName] }

  private static let meanings = RuleWords.all.values.reduce(into: [String: RuleWords]()) {
    meanings, words in
    for function in words.functions ?? [] { meanings[function] = words }
  }

  /// In place of the calls of a thread that has no stack left to tell them.
  static let overflow = StackFrame(function: "a stack overflow", file: "", line: 0)

  /// In place of the call in which Dispatch traps, which may have no name: the queue is this thread's already.
  static let ownQueue = StackFrame(function: "DispatchQueue.sync", file: "", line: 0)

  /// Whether it waits for a queue. What traps there would wait for itself.
  fileprivate var isSync: Bool {
    ["DispatchQueue.sync", "dispatch_sync", "_dispatch_sync", "__DISPATCH_WAIT_FOR_QUEUE__"]
      .contains(where: function.hasPrefix)
  }

  /// Whether it says nothing to a reader: Swift's runtime, which the message speaks for, and what
  /// stands for Foundation's locks in a check.
  var isMachinery: Bool { function.contains("swift_") || function.hasPrefix("Stepped") }
}

extension StackFrame {
  /// A crash in Foundation that any class may cause.
  struct KnownCrash {
    /// A description of the crash and a workaround.
    let words: String

    /// Foundation crashes when an operation finishes whose dependent was cancelled and released.
    static let lettingGo = KnownCrash(
      words: """
        which is known: releasing a cancelled operation crashes those it depended on; read it with \
        `lab read differences`
        """)
  }

  /// Whether it is the call in which ``KnownCrash/lettingGo`` ends the process.
  fileprivate var informsDependents: Bool {
    function.contains("Operation.observeValue(forKeyPath:ofObject:)")
  }

  /// Whether it is the call above that one, which may be missing in a backtrace. An endless recursion
  /// has it many times.
  fileprivate var postsChange: Bool { function.contains("Operation.didChangeValue(forKey:)") }
}

/// The stacks of a process's threads when it ended or became idle.
package struct StackReport: Sendable {
  /// The calls inside the user's files for each thread that was in them, innermost first. The
  /// thread concerned comes first. If it ended the process outside the files, its three innermost
  /// calls.
  package var stacks: [[StackFrame]] = []
  /// Whether the thread that ended the process was in none of the user's files.
  private(set) var isForeign = false
  /// The known crash in Foundation, if it is one.
  private(set) var known: StackFrame.KnownCrash?
  /// Whether the process ended in Foundation without a fault of the class, as far as is known.
  var isFoundations: Bool { isForeign || known != nil }

  /// The place of a crash that the thread sanitizer has reported.
  init(of crash: SanitizedCrash, _ code: DataRace.Code) {
    let own = crash.calls.filter { $0.line > 0 && code.path(of: $0.file) != nil }
    stacks = own.isEmpty ? [] : [own]
    isForeign = code.isKnown && own.isEmpty && !crash.calls.isEmpty
  }

  /// - Parameters:
  ///   - threads: the calls of each, innermost first. Those of the thread that ended the process, or of all
  ///     others.
  ///   - code: the user's own.
  ///   - hasDied: whether the process trapped or exited.
  init(_ threads: [[StackFrame]], of code: DataRace.Code, hasDied: Bool) {
    func isOwn(_ frame: StackFrame) -> Bool {
      // A trap may stand in code without a line, as one of an unowned reference does. The `main` that
      // the compiler makes for the driver has none, either.
      (frame.line > 0 || hasDied && frame.function != "main")
        && code.path(of: frame.file) != nil
    }
    var seen: Set<[Int]> = []
    stacks = threads.filter { $0.contains(where: isOwn) }.map { calls in
      let (first, end) = (calls.firstIndex(where: isOwn) ?? 0, calls.lastIndex(where: isOwn) ?? 0)
      // One of the calls below the user's own shows where it waits or traps.
      let below = calls[..<first]
      let last = below.last.flatMap { $0.isMachinery ? nil : $0 }
      let cause =
        hasDied && below.first?.isSync == true
        ? .ownQueue : below.last { $0.meaning != nil } ?? last
      // A line is of use only in the user's files.
      return ((cause.map { [$0] } ?? []) + calls[first...end]).map { call in
        isOwn(call) && call.line > 0 ? call : StackFrame(function: call.function, file: "", line: 0)
      }
    }.filter { seen.insert($0.filter(isOwn).map(\.line)).inserted }
    guard hasDied, let concerned = threads.first, !concerned.isEmpty else { return }
    // The files of a package are not known. Generated code may belong to the user's.
    isForeign =
      code.isKnown
      && !concerned.contains {
        isOwn($0) || $0.meaning != nil || $0.file == StackFrame.generated
      } && !concerned[0].isSync
    let inside = concerned.prefix { !isOwn($0) }
    if inside.contains(where: \.informsDependents) || inside.count(where: \.postsChange) == 1 {
      known = .lettingGo
    }
    // A trap in a library. The innermost calls help.
    if stacks.isEmpty {
      let calls = concerned.prefix { $0.file.isEmpty }
      let cause = calls.first?.isSync == true ? .ownQueue : calls.first { $0.meaning != nil }
      stacks = [cause.map { [$0] } ?? Array(calls.prefix(3))].filter { !$0.isEmpty }
    }
  }
}
