import Foundation
import OperationLab

/// What the kernel of Linux tells in files of the threads of this process. Elsewhere there is
/// nothing to read.
///
/// Read without Foundation, which takes several times as long. The rest detector does this all the
/// time.
enum ThreadFiles {
  /// The numbers of all threads of a process, by default of this one. `nil` where the system does
  /// not say.
  static func numbers(ofProcess process: String = "self") -> [String]? {
    let numbers = names(in: "/proc/\(process)/task")
    if process == "self" { SleepFiles.all.withLock { $0.keep(only: numbers) } }
    return numbers.isEmpty ? nil : numbers
  }

  /// The names of what is in a folder, but for hidden ones. None if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let folder = opendir(folder) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// How many files are open, besides those that tell of threads.
  static var openFiles: Int {
    names(in: "/proc/self/fd").count { name in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let text = buffer.baseAddress else { return false }
        let count = readlink("/proc/self/fd/\(name)", text, buffer.count - 1)
        guard count > 0 else { return false }
        buffer[count] = 0
        return strstr(text, "/task/") == nil
      }
    }
  }

  /// Whether a timer of Dispatch or of a run loop is set, or a thread sleeps for a time.
  ///
  /// A timer that was cancelled counts until its time. Of those of a clock only the next one can be
  /// seen.
  ///
  /// - Parameter seconds: how far away a timer of the clock must be that Dispatch itself uses.
  static func waitForTime(beyond seconds: Double) -> Bool {
    timers.contains { $0.seconds > ($0.isUptime ? seconds : 0) }
      || names(in: "/proc/self/task").contains { number in
        text(of: "/proc/self/task/\(number)/wchan")?.contains("nanosleep") == true
      }
  }

  /// When the next timer of Dispatch or of a run loop is due.
  static var nextTimer: Duration? {
    timers.map(\.seconds).filter { $0 > 0 }.min().map { .seconds($0) }
  }

  /// The timers of each clock, and how far away the next one is.
  private static var timers: [(isUptime: Bool, seconds: Double)] {
    names(in: "/proc/self/fdinfo").compactMap { name in
      // A pattern would take longer than all else here.
      guard let text = text(of: "/proc/self/fdinfo/\(name)"), text.contains("it_value: (") else {
        return nil
      }
      let lines = text.split(separator: "\n").map { $0.split(whereSeparator: " :(,)\t".contains) }
      guard let clock = lines.first(where: { $0.first == "clockid" })?.last,
        let value = lines.first(where: { $0.first == "it_value" }), value.count == 3,
        let whole = Double(value[1]), let rest = Double(value[2])
      else { return nil }
      return (clock == "\(CLOCK_MONOTONIC)", whole + rest * 1e-9)
    }
  }

  /// The first part of a file.
  private static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return read(file)
  }

  /// The number of the calling thread. The C library's `gettid()` is not visible to Swift.
  static var own: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let text = buffer.baseAddress else { return "" }
      let count = readlink("/proc/thread-self", text, buffer.count - 1)
      buffer[max(count, 0)] = 0
      return strrchr(text, slash).map { String(cString: $0 + 1) } ?? ""
    }
  }

  /// What the calling thread is called, which is no more than a few letters.
  static var ownName: String {
    let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(Foundation.read(file, &bytes, bytes.count), 0)
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Calls the calling thread by a name of a few letters.
  static func setOwnName(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name, name.utf8.count)
    close(file)
  }

  /// A mark of a thread's sleep, another one after it has run. `nil` when it does not sleep.
  ///
  /// Between the two looks at how often it has run it was seen asleep. So it was asleep from there to
  /// the next mark, if that is the same.
  ///
  /// A thread that waits for a disk is in the kernel, too, but it will continue by itself. The kernel
  /// calls its state `D` and not `S`. While a thread sleeps its state stays the same, so it is read
  /// only once for each mark.
  static func sleep(of thread: String) -> String? {
    let mark = SleepFiles.all.withLock { files -> String? in
      guard let pair = files.files(of: thread) else { return nil }
      guard let runs = read(pair.runs) else {
        files.close(thread)
        return nil
      }
      // A kernel that does not count says so.
      guard runs != "0 0 0\n", let place = read(pair.place), place != "0",
        runs == pair.lastSleep || status(of: thread) != nil, read(pair.runs) == runs
      else { return nil }
      files.note(sleep: runs, of: thread)
      return runs
    }
    return mark ?? status(of: thread)
  }

  private static func read(_ file: Int32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let text = buffer.baseAddress else { return nil }
      let count = pread(file, text, buffer.count - 1, 0)
      guard count > 0 else { return nil }
      buffer[count] = 0
      return String(cString: text)
    }
  }

  /// The files that tell most cheaply of threads that sleep, kept open: while it is looked whether all
  /// threads sleep, hardly anything else is done.
  private struct SleepFiles {
    struct Pair {
      /// How often it has run, among other things.
      let runs: Int32
      /// Where in the kernel it sleeps. `0` if it does not, or where the kernel does not tell.
      let place: Int32
      /// The mark of the last sleep whose state was read.
      var lastSleep: String?
    }

    static let all = Locked(SleepFiles())
    /// For more threads than that no files are kept open.
    private static let most = 60

    private var open: [String: Pair] = [:]

    mutating func files(of thread: String) -> Pair? {
      if let pair = open[thread] { return pair }
      guard open.count < Self.most else { return nil }
      let folder = "/proc/self/task/\(thread)"
      let runs = Foundation.open("\(folder)/schedstat", O_RDONLY | O_CLOEXEC)
      let place = Foundation.open("\(folder)/wchan", O_RDONLY | O_CLOEXEC)
      let pair = Pair(runs: runs, place: place)
      guard runs >= 0, place >= 0 else {
        Self.close(pair)
        return nil
      }
      open[thread] = pair
      return pair
    }

    mutating func note(sleep mark: String, of thread: String) {
      open[thread]?.lastSleep = mark
    }

    /// Closes those of all other threads.
    mutating func keep(only threads: [String]) {
      Set(open.keys).subtracting(threads).forEach { close($0) }
    }

    /// Closes those of a thread that is gone, though its number may be another one's by now.
    mutating func close(_ thread: String) { open.removeValue(forKey: thread).map(Self.close) }

    private static func close(_ pair: Pair) {
      for file in [pair.runs, pair.place] where file >= 0 { Foundation.close(file) }
    }
  }

  /// How often the thread has been switched to and from, as the kernel words it. `nil` when it does
  /// not sleep.
  private static func status(of thread: String) -> String? {
    let file = open("/proc/self/task/\(thread)/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let text = buffer.baseAddress else { return nil }
      buffer[max(Foundation.read(file, text, buffer.count - 1), 0)] = 0
      guard strstr(text, "\nState:\tS") != nil else { return nil }
      return strstr(text, "\nvoluntary_ctxt_switches:").map { String(cString: $0) }
    }
  }

  /// For how long a thread of a process has run, and for how long it has waited for a processor.
  static func processorLoad(
    of thread: String, process: String = "self"
  ) -> (ran: Duration, waited: Duration)? {
    let file = "/proc/\(process)/task/\(thread)/schedstat"
    guard let words = try? String(contentsOfFile: file, encoding: .utf8).split(separator: " "),
      words.count >= 2, let ran = Int64(words[0]), let waited = Int64(words[1])
    else { return nil }
    return (.nanoseconds(ran), .nanoseconds(waited))
  }

  private static let slash = Int32(UInt8(ascii: "/"))
}
