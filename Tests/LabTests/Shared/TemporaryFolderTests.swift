import Foundation
import Testing

@testable import LabShared
@testable import lab

@Suite("A temporary folder", .repeatable)
struct TemporaryFolderTests {
  @Test("is gone when a second caller removes it while the first is removing it")
  func removedTwice() throws {
    let folder = try LabShared.TemporaryFolder()
    let files = 5_000
    for name in 0..<files {
      try Data().write(to: folder.url.appending(path: "\(name)"))
    }
    let other = Thread { folder.remove() }
    other.start()
    // Gone already: nothing in it.
    while (try? names(in: folder.url))?.count == files { sched_yield() }
    folder.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }
}
