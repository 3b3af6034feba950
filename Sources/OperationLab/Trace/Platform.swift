import Foundation

/// Everything that differs between the platforms, in one place.
///
/// Linux runs swift-corelibs-foundation, macOS runs Apple's Foundation.
public enum Platform: String, Codable, Sendable {
  case linux
  case darwin

  /// The platform this was compiled for.
  public static var current: Platform {
    #if canImport(Darwin)
      .darwin
    #else
      .linux
    #endif
  }

  /// The name a reader knows it by.
  public var displayName: String {
    switch self {
    case .linux: "Linux"
    case .darwin: "macOS"
    }
  }

  /// Monotonic nanoseconds since some fixed moment. Callable from any thread.
  @Sendable static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  #if canImport(Darwin)
    static func releaseThreadLocal(_ pointer: UnsafeMutableRawPointer) {
      Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
  #else
    static func releaseThreadLocal(_ pointer: UnsafeMutableRawPointer?) {
      guard let pointer else { return }
      Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
  #endif
}
