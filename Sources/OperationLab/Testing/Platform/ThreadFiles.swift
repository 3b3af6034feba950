import Foundation

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
    let count = max(read(file, &bytes, bytes.count), 0)
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Calls the calling thread by a name of a few letters.
  static func setOwnName(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name, name.utf8.count)
    close(file)
  }

  /// How often the thread has been switched to and from, as the kernel words it. `nil` when it does
  /// not sleep.
  static func sleep(of thread: String) -> String? {
    let file = open("/proc/self/task/\(thread)/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let text = buffer.baseAddress else { return nil }
      buffer[max(read(file, text, buffer.count - 1), 0)] = 0
      guard strstr(text, "\nState:\tS") != nil else { return nil }
      return strstr(text, "\nvoluntary_ctxt_switches:").map { String(cString: $0) }
    }
  }

  /// For how long a thread of a process has run, and for how long it has waited for a processor.
  static func strain(
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
