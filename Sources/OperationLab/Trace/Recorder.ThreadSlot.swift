import Foundation
import Synchronization

extension Recorder {
  /// What a thread remembers about recording: who it is, and the lane it used last.
  ///
  /// One per thread, in thread-local storage, so nobody else ever touches it. Threads are told
  /// apart by a serial number of ours, because the system reuses its identifiers.
  final class ThreadSlot {
    let serial: Int
    let isMain: Bool
    var recorder = 0
    var lane: Lane?

    private static let serials = Atomic<Int>(0)

    /// The key of the thread-local pointer; the system releases the slot when its thread ends.
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      let status = pthread_key_create(&key) { pointer in
        Platform.releaseThreadLocal(pointer)
      }
      precondition(status == 0, "no thread-local key is left: \(status)")
      return key
    }()

    private init() {
      serial = Self.serials.add(1, ordering: .relaxed).newValue
      isMain = Thread.isMainThread
    }

    static var current: ThreadSlot {
      if let pointer = pthread_getspecific(key) {
        return Unmanaged<ThreadSlot>.fromOpaque(pointer).takeUnretainedValue()
      }
      let slot = ThreadSlot()
      pthread_setspecific(key, Unmanaged.passRetained(slot).toOpaque())
      return slot
    }
  }
}
