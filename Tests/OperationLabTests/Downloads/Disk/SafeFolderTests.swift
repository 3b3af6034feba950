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

  @Test("stays the folder that was opened when its path becomes a link")
  func survivesASwap() throws {
    try withSiege { siege, folder throws in
      let moved = siege.folder.deletingLastPathComponent().appending(path: "moved")
      try FileManager.default.moveItem(at: siege.folder, to: moved)
      try Trap.folderLink.set(at: siege.folder, outside: siege.outside)
      try folder.replace("file", with: Data("new".utf8), by: "helper")
      close(try folder.openFile(making: "other"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: moved.path).sorted()
          == ["file", "other"])
      #expect(try siege.isOutsideUntouched())
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

  @Test(
    "gives a name that is free, in one step or two, and never one that is taken",
    arguments: [nil, EINVAL, ENOSYS])
  func movesToFree(refusal: Int32?) throws {
    try withSiege { siege, folder throws in
      let file = try folder.openFile(making: "x")
      defer { close(file) }
      try Data("mine".utf8).write(to: siege.folder.appending(path: "taken"))
      let rename = { folder, old, new in
        refusal ?? Platform.renameToFree(folder, old, new)
      }
      #expect(try !folder.moveToFree(file, "x", to: "taken", by: rename))
      #expect(try folder.contents(of: "taken", limit: 4) == Data("mine".utf8))
      #expect(try folder.moveToFree(file, "x", to: "free", by: rename))
      #expect(folder.isFile(file, named: "free"))
      #expect(try folder.kind(of: "free") == .file)
      #expect(try folder.kind(of: "x") == nil)
    }
  }

  @Test("a file is renamed in one step here, so no moment has both names")
  func renamesInOneStep() throws {
    try withSiege { siege, folder throws in
      for name in ["x", "taken"] { close(try folder.openFile(making: name)) }
      #expect(Platform.renameToFree(folder.descriptor, "x", "taken") == EEXIST)
      #expect(Platform.renameToFree(folder.descriptor, "x", "free") == 0)
    }
  }

  @Test("a spare name is removed only if the other one is in the folder")
  func removesSpareName() throws {
    try withSiege { siege, folder throws in
      let manager = FileManager.default
      try Trap.hardLink.set(at: siege.folder.appending(path: "x"), outside: siege.outside)
      #expect(!folder.removeSpareName("x"))
      try manager.linkItem(
        at: siege.folder.appending(path: "x"), to: siege.folder.appending(path: "y"))
      // Three names: this is no leftover.
      #expect(!folder.removeSpareName("x"))
      try manager.removeItem(at: siege.outside)
      #expect(folder.removeSpareName("x"))
      #expect(try manager.contentsOfDirectory(atPath: siege.folder.path) == ["y"])
      #expect(!folder.removeSpareName("y"))
      #expect(!folder.removeSpareName("none"))
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
