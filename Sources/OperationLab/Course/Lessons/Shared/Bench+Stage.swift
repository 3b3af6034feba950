import Foundation
import OperationTesting

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
    let place = FileManager.default.temporaryDirectory
    let folder = place.appending(path: "lab-\(UUID().uuidString)")
    guard mkdir(folder.path, 0o700) == 0 else {
      let reason = String(cString: strerror(errno))
      return lack(
        "no folder can be made in \(place.path) (\(reason)); set TMPDIR to a folder that you may "
          + "write to")
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
