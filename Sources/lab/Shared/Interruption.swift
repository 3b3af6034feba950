import Dispatch
import Foundation
import OperationBench
import OperationLab
import Synchronization

/// What happens on Ctrl-C, on a request to terminate, and when the terminal goes away.
package enum Interruption {
  /// Kept alive for as long as the process runs.
  @MainActor private static var source: (any DispatchSourceRead)?

  /// What a handler of signals may do is to write. A signal source of Dispatch's own would have to
  /// begin with the signal ignored, and one that came before the source was ready would be lost.
  private static let pipe = WakePipe()

  /// What the running command wants done before the process ends.
  private static let farewell = Locked<(@Sendable () -> Void)?>(nil)

  private static let mark = DispatchSpecificKey<Bool>()
  private static let queue = markedQueue("interruption")
  private static let lastResort = markedQueue("interruption.last-resort")

  private static func markedQueue(_ label: String) -> DispatchQueue {
    let queue = DispatchQueue(label: label)
    queue.setSpecific(key: mark, value: true)
    return queue
  }

  private static let hasBegun = Atomic<Bool>(false)

  /// A farewell that takes longer is stuck, and given up.
  private static let patience = DispatchTimeInterval.seconds(3)

  /// Whether an interrupt has come, and what is to be tidied up is being tidied up.
  package static var isUnderWay: Bool { hasBegun.load(ordering: .acquiring) }

  /// Never returns once an interrupt has come, except to the interruption itself.
  ///
  /// Its children killed and its files gone, the command would otherwise take that for a fault, and
  /// have the last word.
  package static func letPass() {
    guard isUnderWay, DispatchQueue.getSpecific(key: mark) == nil else { return }
    while true { Platform.parkThread() }
  }

  /// From now on an interrupt runs `body` first, on a thread of its own. It must soon return.
  package static func first(_ body: @escaping @Sendable () -> Void) {
    farewell.withLock { $0 = body }
  }

  /// From now on an interrupt kills the children and ends the process with status 130, at once.
  ///
  /// A closed pipe is no signal any more, nor is a file that grows over the limit: writes fail
  /// instead. A hang-up stays ignored if it was at the start (`nohup`).
  ///
  /// - Throws: a failure if the system gives no thread. Dispatch would wait for one forever.
  @MainActor
  package static func install() throws(Failure) {
    if let shortage = Shortage.found(threads: 1, files: 4) {
      throw Failure(status: .internalFault, message: "cannot begin: \(shortage)")
    }
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Not on the main thread, which is busy with a lesson.
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: queue)
    source.setEventHandler { @Sendable in
      lastResort.asyncAfter(deadline: .now() + patience) { quit(.interrupted) }
      farewell.withLock { $0 }?()
      hasBegun.store(true, ordering: .releasing)
      ChildProcess.killAll()
      TemporaryFolder.removeAll()
      quit(.interrupted)
    }
    source.resume()
    Self.source = source
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&awaited, number)
      let before = signal(number) { _ in Interruption.pipe.send(0) }
      if number == SIGHUP, isIgnoring(before) { signal(number, SIG_IGN) }
    }
    // A process started by a Dispatch thread has them blocked.
    pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
  }

  private static func isIgnoring(_ handler: sig_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// A pipe through which a thread or a signal handler wakes the thread that waits at its other end.
package struct WakePipe: Sendable {
  /// The descriptor to poll, or to give to a source.
  package let reading: Int32
  private let writing: Int32

  /// Both ends are -1 where the system opens no more files.
  package init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Callable from any thread, and from a signal's handler. A full pipe wakes anyway.
  package func send(_ byte: UInt8) {
    let before = errno
    var byte = byte
    _ = write(writing, &byte, 1)
    errno = before
  }

  package func close() {
    for end in [reading, writing] { _ = Foundation.close(end) }
  }
}
