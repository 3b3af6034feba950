import Foundation

/// Runs a test with a folder of its own and removes the folder afterwards.
@discardableResult
func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = try makeFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// The same for `async` tests.
func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = try makeFolder()
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}

/// A new folder, which the caller removes.
func makeFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// The names of what is in a folder, in alphabetical order.
func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}
