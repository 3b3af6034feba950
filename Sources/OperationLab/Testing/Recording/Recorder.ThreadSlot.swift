import Foundation
import Synchronization

extension Recorder {
  /// What a thread remembers about recording: who it is, and the lane it used last.
  ///
  /// One per thread, in thread-local storage, so nobody else ever touches it. Threads are told
  /// apart by a serial number of ours, because the system reuses its identifiers.
  struct ThreadSlot {
    let serial: Int
    var role: Role
    /// The identity of the recorder that `lane` belongs to. Identities are never used twice, so a
    /// recorder that finds its own here is the one that keeps the lane alive.
    var recorder = 0
    var lane: Unmanaged<Lane>?

    private static let serials = Atomic<Int>(0)

    /// The key of the thread-local pointer; the system frees the slot when its thread ends.
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      let status = pthread_key_create(&key) { slot in
        // An optional on one platform, none on the other.
        let slot: UnsafeMutableRawPointer? = slot
        slot?.deallocate()
      }
      precondition(status == 0, "no thread-local key is left: \(status)")
      return key
    }()

    /// What a thread is called in traces.
    enum Role {
      case main
      /// Looks on while the main thread is blocked; no part of the program that is watched.
      case watch
      /// Any other; numbered in the order of their first events.
      case worker
    }

    private init() {
      serial = Self.serials.add(1, ordering: .relaxed).newValue
      role = Thread.isMainThread ? .main : .worker
    }

    static var current: UnsafeMutablePointer<ThreadSlot> {
      if let pointer = pthread_getspecific(key) {
        return pointer.assumingMemoryBound(to: ThreadSlot.self)
      }
      return make()
    }

    @inline(never)
    private static func make() -> UnsafeMutablePointer<ThreadSlot> {
      let slot = UnsafeMutablePointer<ThreadSlot>.allocate(capacity: 1)
      slot.initialize(to: ThreadSlot())
      pthread_setspecific(key, slot)
      return slot
    }
  }
}
