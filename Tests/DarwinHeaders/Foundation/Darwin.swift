// What Swift itself adds to the C library of macOS.
@_exported import Darwin

/// The error of the last call on this thread, a macro in C.
public var errno: Int32 { __error().pointee }

/// Variadic in C, which Swift does not import.
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
/// The same with one argument more.
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }

/// https://developer.apple.com/documentation/objectivec/autoreleasepool(invoking:)
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
