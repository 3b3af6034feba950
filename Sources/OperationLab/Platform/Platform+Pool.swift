import Foundation

// How many threads Dispatch's pools start with.
extension Platform {
  /// What the environment of a process that hosts a program says of Dispatch's pools; see
  /// ``processorsAsTold(_:_:_:)``. Whoever has said something else, such as a test, is heard.
  static var poolEnvironment: [String: String] {
    [poolVariable: ProcessInfo.processInfo.environment[poolVariable] ?? "\(poolSize)"]
  }

  /// Whether Dispatch's pools may be too small for the bodies that are held at once.
  static var poolsAreShort: Bool {
    current == .linux && getenv(poolVariable) == nil
  }

  /// The environment of a process in which many bodies are held at once.
  static let roomyPoolEnvironment = [poolVariable: "64"]

  private static let poolVariable = "OPERATIONLAB_POOL"

  /// More threads than any program of the lessons keeps blocked at once.
  private static let poolSize = 16
}

/// What Dispatch on Linux asks once, before anything else runs, for the number of processors that
/// this process may use: so many threads it gives each of its pools. In a process that was told a
/// number (`Platform.poolEnvironment`) the answer is that number; otherwise it is the truth.
///
/// On Darwin the kernel gives a pool another thread the moment one is blocked. Dispatch on Linux
/// looks once a second. On one core a body that waits at a gate keeps the only thread for that
/// long, and what a program finds out would depend on the machine. With this, every process that
/// hosts a program has the pool of a machine with that many cores, and the queues themselves are
/// left as they are.
///
/// The symbol must be among the program's dynamic ones to be found before the C library's own;
/// without that, as in a program that only uses the library, it changes nothing. Nor does it on
/// Darwin, which knows no such function.
@_cdecl("pthread_getaffinity_np")
public func processorsAsTold(
  _ thread: pthread_t, _ size: Int, _ set: UnsafeMutableRawPointer
) -> Int32 {
  if let word = getenv("OPERATIONLAB_POOL"), let count = Int(exactly: atoi(word)), count > 0 {
    memset(set, 0, size)
    for bit in 0..<min(count, size * 8) {
      let byte = set.load(fromByteOffset: bit / 8, as: UInt8.self)
      set.storeBytes(of: byte | 1 << UInt8(bit % 8), toByteOffset: bit / 8, as: UInt8.self)
    }
    return 0
  }
  typealias Original =
    @convention(c) (pthread_t, Int, UnsafeMutableRawPointer) -> Int32
  // -1 stands for RTLD_NEXT, which is a macro that Swift cannot see.
  guard
    let original = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "pthread_getaffinity_np")
  else { return ENOSYS }
  return unsafeBitCast(original, to: Original.self)(thread, size, set)
}
