import Foundation

// What the programs of the download lessons stand on.
extension Bench {
  /// Runs the body with a server on this machine. Should the system have none to give, the trace
  /// says so, and whatever claims rest on it stays undecided.
  func withServer(_ body: (LoopbackServer) -> Void) {
    do {
      body(try LoopbackServer())
    } catch {
      log("server")(.noted, note: "could not listen: \(error)")
    }
  }

  /// Runs the body with an empty folder, which is removed afterwards; errors end up in the trace.
  func withFolder(_ body: (URL) throws -> Void) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let result = Result { try body(folder) }
      try FileManager.default.removeItem(at: folder)
      try result.get()
    } catch {
      log("disk")(.noted, note: "\(error)")
    }
  }
}
