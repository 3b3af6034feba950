import Foundation
import OperationBench

// A server and a folder for the programs of the download lessons.
extension Bench {
  /// Runs the body with a server on this machine. If it cannot listen, the trace says so, and the
  /// claims are undecided.
  func withServer(_ body: (LoopbackServer) -> Void) {
    do {
      body(try startServer())
    } catch {
      log("server")(.noted, note: "could not listen: \(error)")
    }
  }

  /// Starts a server on this machine. When it answers cannot be chosen.
  func startServer() throws -> LoopbackServer {
    needsExternalService()
    return try LoopbackServer()
  }

  /// Runs the body with an empty folder and removes it afterwards. The trace shows errors.
  func withFolder(_ body: (URL) throws -> Void) {
    let place = FileManager.default.temporaryDirectory
    let folder = place.appending(path: "lab-\(UUID().uuidString)")
    guard mkdir(folder.path, 0o700) == 0 else {
      let reason = String(cString: strerror(errno))
      return reportMissingResource(
        "no folder can be made in \(place.path) (\(reason)). Set TMPDIR to a folder that you "
          + "may write to")
    }
    do {
      let result = Result { try body(folder) }
      try FileManager.default.removeItem(at: folder)
      try result.get()
    } catch {
      log("disk")(.noted, note: "\(error)")
    }
  }
}
