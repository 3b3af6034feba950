import Foundation
import OperationLab

// What the threads of this process are doing, by what the system tells of each.
extension Platform {
  /// What the other threads of this process are doing.
  package enum ThreadActivity: Hashable, Sendable {
    /// At one moment all of them were asleep. The number changes whenever one of them has run.
    case asleep(fingerprint: Int)
    /// At least one was running or about to, or the system does not tell.
    case running
  }

  /// Looks at every thread but the calling one and the kit's own helpers, twice.
  static func threadActivity() -> ThreadActivity {
    activity(of: otherThreads) { threads in
      var marks: [ThreadNumber: String] = [:]
      for thread in threads {
        // A thread may end between being listed and being looked at; that is activity, too.
        guard let mark = thread.sleepMark else { return nil }
        marks[thread.number] = mark
      }
      return marks
    }
  }

  /// Looks at threads twice.
  ///
  /// A thread that is asleep in both looks and was switched between as often in both has slept
  /// all the time between them. If that holds for all, there was a moment, between the looks, in
  /// which all were asleep; and a thread that all others only wait for cannot be woken by them.
  ///
  /// The second list is made after the first look: who slept in that may have made another thread
  /// since the first list, and cannot have made one since.
  /// - Parameters:
  ///   - list: the threads there are; `nil` where the system does not tell.
  ///   - marks: of each thread's sleep, or `nil` if one is awake or gone.
  package static func activity<Thread>(
    of list: () -> [Thread]?, marks: ([Thread]) -> [ThreadNumber: String]?
  ) -> ThreadActivity {
    guard let first = list(), let before = marks(first), let second = list(),
      before == marks(second)
    else { return .running }
    return .asleep(fingerprint: before.hashValue)
  }

  /// A mark of the sleep of a thread of this process, another one after it has been woken; `nil` if
  /// it is awake or gone.
  static func sleepMark(ofThread number: ThreadNumber) -> String? {
    threads()?.first { $0.number == number }?.sleepMark
  }

  /// Whether the calling thread works for a queue of Dispatch's, be it the main one: what it does
  /// afterwards is anybody's.
  ///
  /// For a thread without a queue Dispatch names the one that new threads would work for, which nobody
  /// else gets hold of.
  static var threadServesQueue: Bool { queueLabel != "com.apple.root.default-qos.overcommit" }

  private static func otherThreads() -> [SystemThread]? {
    guard let threads = threads() else { return nil }
    let own = ownThread
    let numbers = Set(threads.map(\.number))
    // Numbers are used again: those of helpers that are gone by now mean nothing any more.
    let helpers = helperThreads.withLock { helpers in
      helpers = helpers.filter { !$0.value || numbers.contains($0.key) }
      return Set(helpers.keys)
    }
    return threads.filter { $0.number != own && !helpers.contains($0.number) }
  }

  /// Threads of the kit itself, which do nothing that a program could wait for; and whether they are
  /// on their way out, which takes a moment.
  private static let helperThreads = Locked<[ThreadNumber: Bool]>([:])

  /// Whether the calling thread is one that ``threadActivity()`` does not look at.
  static var isHelperThread: Bool {
    let number = ownThread
    return helperThreads.withLock { $0[number] == false }
  }

  /// Runs the body on a thread that ``threadActivity()`` does not look at.
  static func detachHelperThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      let number = ownThread
      helperThreads.withLock { $0[number] = false }
      defer { helperThreads.withLock { $0[number] = true } }
      releasingTemporaries(body)
    }
  }
}
