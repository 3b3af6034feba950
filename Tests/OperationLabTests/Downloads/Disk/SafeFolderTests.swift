import Foundation
import Testing

@testable import OperationDownloads
@testable import OperationLab

/// Folders that other users may write to.
@Suite("A safe folder", .repeatable)
struct SafeFolderTests {
  @Test("opens, replaces and removes no trap, and leaves it as it is", arguments: Trap.allCases)
  func refuses(_ trap: Trap) throws {
    try withSiege { siege, folder throws in
      try trap.set(at: siege.folder.appending(path: "x"), outside: siege.outside)
      let attempts: [() throws -> Void] = [
        { _ = try folder.openFile(making: "x") },
        { _ = try folder.openFile("x", flags: O_RDONLY) },
        { _ = try folder.contents(of: "x", limit: 100) },
        { try folder.replace("x", with: Data("new".utf8), by: "helper") },
        { try folder.replace("y", with: Data("new".utf8), by: "x") },
        { try folder.removeFile("x") },
        { try folder.holdsOnlyFile("x") },
      ]
      for attempt in attempts {
        let path = siege.folder.appending(path: "x").path
        #expect(throws: SafeFolder.Problem.notAFile(path: path, trap.kind)) { try attempt() }
      }
      #expect(try folder.createFile("x") == nil)
      #expect(try folder.kind(of: "x") == trap.kind)
      #expect(try FileManager.default.contentsOfDirectory(atPath: siege.folder.path) == ["x"])
      #expect(try siege.isOutsideUntouched())
    }
  }

  @Test("refuses a device without opening it")
  func refusesDevices() throws {
    let folder = try SafeFolder("/dev")
    #expect(throws: SafeFolder.Problem.notAFile(path: "/dev/null", .device)) {
      try folder.openFile(making: "null")
    }
  }

  @Test("makes no folder where a link to one is", arguments: [Trap.folderLink, .pipe, .hardLink])
  func refusesFolders(_ trap: Trap) throws {
    try withSiege { siege, folder throws in
      try trap.set(at: siege.folder.appending(path: "x"), outside: siege.outside)
      let path = siege.folder.appending(path: "x").path
      #expect(throws: SafeFolder.Problem.notAFolder(path: path, trap.kind)) {
        try folder.folder(making: "x")
      }
    }
  }

  @Test(
    "takes no name that leads out of it", arguments: ["", ".", "..", "../x", "a/b", "/x", "x\0y"])
  func refusesNames(_ name: String) throws {
    try withSiege { siege, folder throws in
      #expect(throws: SafeFolder.Problem.notAName(name)) { try folder.openFile(making: name) }
      #expect(throws: SafeFolder.Problem.notAName(name)) { try folder.kind(of: name) }
    }
  }

  @Test("gives a name only to the very file that was opened")
  func renamesWhatWasOpened() throws {
    try withSiege { siege, folder throws in
      let file = try folder.openFile(making: "x")
      defer { close(file) }
      try FileManager.default.removeItem(at: siege.folder.appending(path: "x"))
      try Trap.link.set(at: siege.folder.appending(path: "x"), outside: siege.outside)
      #expect(throws: SafeFolder.Problem.self) { try folder.rename(file, "x", to: "final") }
      #expect(try folder.kind(of: "final") == nil)
    }
  }

  @Test("replaces a file in one step, and nothing of what a killed process left stays")
  func replaces() throws {
    try withSiege { siege, folder throws in
      try Data("half".utf8).write(to: siege.folder.appending(path: "helper"))
      for text in ["old", "new"] {
        try folder.replace("x", with: Data(text.utf8), by: "helper")
        #expect(try folder.contents(of: "x", limit: 3) == Data(text.utf8))
      }
      #expect(try folder.contents(of: "x", limit: 2) == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: siege.folder.path) == ["x"])
    }
  }

  @Test(
    "says when a disk is full", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(SafeFolder.failure(writing: Data([1]), to: full) == ENOSPC)
    #expect(SafeFolder.failure(writing: Data(), to: full) == nil)
  }

  private func withSiege(_ body: (Besieged, SafeFolder) throws -> Void) throws {
    try withFolder { place throws in
      let siege = try Besieged(in: place)
      try body(siege, try SafeFolder(siege.folder.path))
    }
  }
}
