import Foundation

extension LabProcess {
  /// Runs `lab` on a terminal of its own, and returns what the terminal was sent.
  static func onTerminal(_ arguments: String..., columns: UInt16 = 80) throws -> String {
    let (screen, output) = try terminal(columns: columns)
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ["LANG": "C.UTF-8", "TERM": "xterm", "PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Only then does reading end when the process does.
    try output.close()
    var sent: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    // A terminal ends with an error where a pipe would end with nothing.
    while case let count = read(screen.fileDescriptor, &buffer, buffer.count), count > 0 {
      sent += buffer.prefix(count)
    }
    process.waitUntilExit()
    try screen.close()
    return String(decoding: sent, as: UTF8.self)
  }

  /// The system's function of that name.
  private typealias OpenTerminal =
    @convention(c) (
      _ screen: UnsafeMutablePointer<Int32>, _ program: UnsafeMutablePointer<Int32>,
      _ name: UnsafeMutablePointer<CChar>?, _ modes: UnsafeRawPointer?, _ size: UnsafeRawPointer?
    ) -> Int32

  /// The two ends of a new terminal: the reader's end, and the end that a program writes to.
  static func terminal(
    columns: UInt16
  ) throws -> (screen: FileHandle, program: FileHandle) {
    // Looked up by name: Swift's Glibc does not show it.
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty") else {
      throw CocoaError(.featureUnsupported)
    }
    var ends: (screen: Int32, program: Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    let open = unsafeBitCast(symbol, to: OpenTerminal.self)
    guard open(&ends.screen, &ends.program, nil, nil, &size) == 0 else {
      throw CocoaError(.fileNoSuchFile)
    }
    // Not for programs that other tests start meanwhile: they would keep it open.
    for end in [ends.screen, ends.program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (
      FileHandle(fileDescriptor: ends.screen, closeOnDealloc: true),
      FileHandle(fileDescriptor: ends.program, closeOnDealloc: true)
    )
  }
}
