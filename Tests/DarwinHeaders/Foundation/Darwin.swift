// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

// What Swift itself adds to the C library of macOS: what C has as macros and variadic functions.
@_exported import Darwin

/// The error of the last call on this thread.
public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}

/// The type of a file, in its mode, and the types there are.
public var S_IFMT: mode_t { 0o170000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFIFO: mode_t { 0o010000 }

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func openat(
  _ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t
) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { 0 }
public var TIOCGWINSZ: UInt { 0x4008_7468 }

/// The default action of a signal, and the empty one.
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }

/// Where `dlsym` looks in everything that is loaded.
public nonisolated(unsafe) let RTLD_DEFAULT = UnsafeMutableRawPointer(bitPattern: -2)

// The C library of Linux, which Swift's own part of Foundation brings with it, has structures of
// these names, and others in them.
public typealias in_addr = darwin_in_addr
public typealias sockaddr_in = darwin_sockaddr_in
public typealias sockaddr = darwin_sockaddr
public typealias timespec = darwin_timespec
public typealias stat = darwin_stat
public typealias linger = darwin_linger
public typealias pollfd = darwin_pollfd
public typealias termios = darwin_termios
public typealias winsize = darwin_winsize
public typealias rlimit = darwin_rlimit
public typealias dirent = darwin_dirent
