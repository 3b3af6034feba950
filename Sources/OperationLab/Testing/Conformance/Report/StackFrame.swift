import Foundation
import OperationBench

/// A call that a thread was in, from Swift's backtrace.
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
    if let meaning { return "\(plainName) (\(meaning.words))" }
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

  /// The meaning of a call with an obscure name, or `nil` for other calls.
  var meaning: Meaning? { Self.meanings[plainName] }

  /// The meaning of a call, and the cure if it traps or never returns.
  struct Meaning {
    let words: String
    var cure: String?
  }

  /// In place of the calls of a thread that has no stack left to tell them.
  static let overflow = StackFrame(function: "a stack overflow", file: "", line: 0)

  private static let waiting = Meaning(
    words: "a wait for a semaphore or a condition",
    cure: """
      Look who is to end the wait at that line, for each that waits there: one signal wakes one thread. \
      Ask a condition again under its lock, and give back what was taken on every way.
      """)
  private static let waitingForLock = Meaning(
    words: "a wait for a lock",
    cure: """
      Give the lock back on the thread that took it, and on every way out of the function, also that of \
      an early return: otherwise the next one waits at that line forever. While you hold it, call \
      nothing that you do not know, such as a closure of a caller's: it may need the same lock.
      """)

  /// Whether it says nothing to a reader: Swift's runtime, which the message speaks for, and what
  /// stands for Foundation's locks in a check.
  var isMachinery: Bool { function.contains("swift_") || function.hasPrefix("Stepped") }

  private static let meanings = [
    "__DISPATCH_WAIT_FOR_QUEUE__": Meaning(
      words: "sync on a queue that this thread is on already",
      cure:
        "Do not call sync on a queue from a block or a deinit that runs on it: do it right there."),
    "__futex_abstimed_wait_common": waiting,
    // The name above is known only where the symbols of the C library are installed.
    "_dispatch_sema4_wait": waiting, "pthread_cond_wait": waiting,
    "pthread_cond_timedwait": waiting,
    "__lll_lock_wait": waitingForLock, "pthread_mutex_lock": waitingForLock,
    overflow.function: Meaning(
      words: "the thread had no stack left to tell its calls",
      cure: """
        Look for a call that leads to itself: for each part, each element or each attempt. Let one end \
        before the next begins, in a loop or with a block on a queue.
        """),
    "_dispatch_semaphore_dispose": Meaning(
      words: "a semaphore deallocated while its count was below the first",
      cure: """
        Give back what was taken from the semaphore before the operation goes, or make it with 0 and \
        signal it up from there.
        """),
    "_dispatch_queue_xref_dispose": Meaning(
      words: "a suspended timer, source or queue was let go",
      cure: """
        Make the timer in start(), or resume it before the operation goes: Dispatch ends the process \
        when a suspended one is let go.
        """),
    "dispatch_group_leave": Meaning(
      words: "leave() more often than enter()",
      cure: """
        Call leave() once for each enter(): ask and change a flag under one lock, and let only the \
        first call go on to leave().
        """),
  ]
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
package struct StackReport {
  /// The calls inside the user's files for each thread that was in them, innermost first. The
  /// thread concerned comes first. If it ended the process outside the files, its three innermost
  /// calls.
  package var stacks: [[StackFrame]] = []
  /// Whether the thread that ended the process was in none of the user's files.
  var isForeign = false
  /// The known crash in Foundation, if it is one.
  var known: StackFrame.KnownCrash?
  /// Whether the process ended in Foundation without a fault of the class, as far as is known.
  var isFoundations: Bool { isForeign || known != nil }

  /// That of a thread that could not tell anything when it ended the process.
  static let overflow = {
    var report = StackReport(in: "", of: .files([]), hasDied: true)
    report.stacks = [[.overflow]]
    return report
  }()

  /// The place of a crash that the thread sanitizer has reported.
  init(of crash: SanitizedCrash, _ code: DataRace.Code) {
    let own = crash.calls.filter { $0.line > 0 && code.path(of: $0.file) != nil }
    stacks = own.isEmpty ? [] : [own]
    isForeign = code.isKnown && own.isEmpty && !crash.calls.isEmpty
  }

  /// - Parameters:
  ///   - output: the output of the process, which may include Swift's backtrace.
  ///   - told: the calls that threads have reported themselves, the thread concerned first, or
  ///     `nil` if no thread was asked. They are whole, and from one moment, so they come first.
  ///   - code: the user's own.
  ///   - hasDied: whether the process trapped or exited. Otherwise it was only asked for its
  ///     stacks.
  package init(
    in output: String, told: [[StackFrame]]? = nil, of code: DataRace.Code, hasDied: Bool
  ) {
    func isOwn(_ frame: StackFrame) -> Bool {
      // A trap may stand in code without a line, as one of an unowned reference does. The `main` that
      // the compiler makes for the driver has none, either.
      (frame.line > 0 || hasDied && frame.function != "main")
        && code.path(of: frame.file) != nil
    }
    let threads = output.split(
      separator: /(?m)^Thread \d+/, omittingEmptySubsequences: false
    ).dropFirst().map { text in
      (isCrashed: text.prefix(80).contains("crashed"), calls: StackFrame.all(in: text))
    }
    let isTold = told?.first?.isEmpty == false
    let concerned = (isTold ? told?.first : threads.first(where: \.isCrashed)?.calls) ?? []
    let others = (told ?? []).dropFirst() + threads.filter { !$0.isCrashed }.map(\.calls)
    stacks = ([concerned] + others).filter { $0.contains(where: isOwn) }.map { calls in
      let (first, end) = (calls.firstIndex(where: isOwn) ?? 0, calls.lastIndex(where: isOwn) ?? 0)
      // One of the calls below the user's own shows where it waits or traps.
      let below = calls[..<first]
      // Its own calls have no names there. It traps for one reason.
      let isInSync = hasDied && below.last?.function.hasPrefix("DispatchQueue.sync") == true
      let wait = StackFrame(function: "__DISPATCH_WAIT_FOR_QUEUE__", file: "", line: 0)
      let last = isInSync ? wait : below.last.flatMap { $0.isMachinery ? nil : $0 }
      let cause = below.last { $0.meaning != nil } ?? last
      // A line is of use only in the user's files.
      return ((cause.map { [$0] } ?? []) + calls[first...end]).map { call in
        isOwn(call) && call.line > 0 ? call : StackFrame(function: call.function, file: "", line: 0)
      }
    }
    var seen: Set<[Int]> = []
    stacks = stacks.filter { seen.insert($0.filter(isOwn).map(\.line)).inserted }
    guard hasDied else { return }
    // The files of a package are not known. Generated code may belong to the user's. Swift's report
    // may have ended too soon.
    isForeign =
      code.isKnown && isTold
      && !concerned.contains { isOwn($0) || $0.meaning != nil || $0.file == StackFrame.generated }
    let inside = concerned.prefix { !isOwn($0) }
    if inside.contains(where: \.informsDependents) || inside.count(where: \.postsChange) == 1 {
      known = .lettingGo
    }
    // A trap in a library. The innermost calls help.
    if stacks.isEmpty {
      let calls = concerned.prefix { $0.file.isEmpty }
      let cause = calls.first { $0.meaning != nil }.map { [$0] }
      stacks = [cause ?? Array(calls.prefix(3))].filter { !$0.isEmpty }
    }
  }
}

extension StackFrame {
  /// ` 2 [ra] 0x000055a95d7de356 A.main() + 149 in trap at /folder/A.swift:2:71`
  fileprivate static func all(in text: Substring) -> [StackFrame] {
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
