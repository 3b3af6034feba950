import Foundation
import OperationLab

// What the threads of this process are doing, by what the system tells of each.
extension Platform {
  /// What the other threads of this process are doing.
  package enum ThreadActivity: Hashable, Sendable {
    /// At one moment all of them were asleep. The number changes whenever one of them has run.
    case asleep(fingerprint: Int)
    /// At least one was running or about to.
    case running
    /// This platform does not tell.
    case unknown
  }

  /// Looks at every thread but the calling one and the kit's own helpers, twice.
  static func threadActivity() -> ThreadActivity {
    activity(of: otherThreads, marks: sleepMarks)
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
    guard let first = list() else { return .unknown }
    guard let before = marks(first), let second = list(), before == marks(second) else {
      return .running
    }
    return .asleep(fingerprint: before.hashValue)
  }

  /// What a thread is doing.
  enum Sleep: Equatable, Sendable {
    /// It sleeps; the mark is another one after it has been woken.
    case asleep(mark: String)
    /// It runs, or is about to.
    case awake
    /// There is no such thread any more.
    case gone
    /// This platform does not tell.
    case unknown
  }

  /// What a thread of this process is doing.
  static func sleep(ofThread number: ThreadNumber) -> Sleep {
    guard let threads = threads() else { return .unknown }
    guard let thread = threads.first(where: { $0.number == number }) else { return .gone }
    return thread.sleepMark.map(Sleep.asleep(mark:)) ?? .awake
  }

  /// Whether the calling thread works for a queue of Dispatch's, be it the main one: what it does
  /// afterwards is anybody's.
  ///
  /// For a thread without a queue Dispatch names the one that new threads would work for, which nobody
  /// else gets hold of.
  static var threadServesQueue: Bool { queueLabel != "com.apple.root.default-qos.overcommit" }

  /// The marks of all that sleep, or `nil` if one is awake.
  private static func sleepMarks(of threads: [SystemThread]) -> [ThreadNumber: String]? {
    var marks: [ThreadNumber: String] = [:]
    for thread in threads {
      // A thread may end between being listed and being looked at; that is activity, too.
      guard let mark = thread.sleepMark else { return nil }
      marks[thread.number] = mark
    }
    return marks
  }

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

  /// How long the threads that sleep by a clock will do so at most, of those that wake up within the
  /// limit; `nil` if there is none, or where the platform does not tell.
  ///
  /// Work that takes a nap, or waits with a time limit, looks like quiet otherwise. Threads of the
  /// kit that look at others, or wait at a gate, are left out.
  static func longestNap(within limit: Duration) -> Duration? {
    let spared = uncountedNappers.withLock { $0 }.union(helperThreads.withLock { $0.keys })
    return (threads() ?? []).lazy.filter { !spared.contains($0.number) }.compactMap(\.nap)
      .filter { $0 <= limit }.max()
  }

  /// Whether a thread is awake, or will wake up by itself within the limit; `false` if it is gone, or
  /// where the platform does not tell.
  static func mayWakeUp(_ number: ThreadNumber, within limit: Duration) -> Bool {
    guard let thread = (threads() ?? []).first(where: { $0.number == number }) else { return false }
    let (mark, nap) = (thread.sleepMark, thread.nap)
    // Who has been up in between may have begun a nap after it was asked for one.
    return mark == nil || mark != thread.sleepMark || nap.map { $0 <= limit } == true
  }

  /// Runs the body, in which nobody has to wait for a nap of this thread: it looks at others and
  /// sleeps shortly between two looks, or waits for somebody who would wake it.
  static func withUncountedNaps<Value>(_ body: () -> Value) -> Value {
    let number = ownThread
    let isNew = uncountedNappers.withLock { $0.insert(number).inserted }
    defer { if isNew { uncountedNappers.withLock { _ = $0.remove(number) } } }
    return body()
  }

  private static let uncountedNappers = Locked<Set<ThreadNumber>>([])

  /// Takes every other thread that is there now for one of the system's own: whether it naps says
  /// nothing. The thread sanitizer has such a one.
  static func spareOtherThreads() {
    let others = Set((threads() ?? []).map(\.number)).subtracting([ownThread])
    uncountedNappers.withLock { $0.formUnion(others) }
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
