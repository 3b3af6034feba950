import Foundation

/// The systems that the kit runs on.
///
/// Linux runs swift-corelibs-foundation, macOS runs Apple's Foundation. What only one of them can
/// say stands in `Platform+Linux.swift` and `Platform+Darwin.swift`, function by function under the
/// same names; everything else is the same source on both.
public enum Platform: String, Codable, Sendable {
  /// swift-corelibs-foundation.
  case linux
  /// Apple's Foundation.
  case darwin

  /// The name a reader knows it by.
  public var displayName: String {
    switch self {
    case .linux: "Linux"
    case .darwin: "macOS"
    }
  }

  /// A thread as the system numbers it; empty where it does not tell.
  typealias ThreadNumber = String

  /// The address 127.0.0.1 with a port, as `bind(2)` and `connect(2)` want it.
  static func loopbackAddress(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    setLength(of: &address)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

extension Platform {
  /// What came first while somebody waited for the end of a connection.
  enum HangUpWait: Equatable, Sendable {
    case hungUp
    case otherIsReadable
    case timedOut
  }
}

// Whether there are threads to be had.
extension Platform {
  /// Holds up the threads of ``makesThreads(_:)`` until all are there.
  private static let turnstile = NSLock()

  /// Whether the system gives so many threads more at once; they are gone on return.
  static func makesThreads(_ count: Int) -> Bool {
    var made: [pthread_t] = []
    turnstile.withLock {
      for _ in 0..<count {
        guard let thread = makeThread(ThreadBody { turnstile.withLock {} }) else { return }
        made.append(thread)
      }
    }
    for thread in made { pthread_join(thread, nil) }
    return made.count == count
  }

  /// What a thread made by ``makeThread(_:)`` does.
  final class ThreadBody: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Does it, on the thread that was given the pointer, and lets it go.
    static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let pointer else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
  }
}
