import Foundation

/// Runs a test with a folder of its own and removes the folder afterwards.
func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let result = Result { try body(folder) }
  if FileManager.default.fileExists(atPath: folder.path) {
    try FileManager.default.removeItem(at: folder)
  }
  try result.get()
}

/// The names of what is in a folder, in alphabetical order.
func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
