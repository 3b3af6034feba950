import Foundation
import Testing

@testable import LabKit

@Suite("The kit beside the program", .longPlan, .repeatable, .elsewhere)
struct KitTests {
  private static let modules = [
    "OperationLab", "OperationDoctor", "OperationBench", "OperationTesting", "OperationCourse",
  ]
  /// The objects of the modules that a checked operation needs.
  private static let testing = [
    "OperationLab.o", "OperationDoctor.o", "OperationBench.o", "OperationTesting.o",
  ]

  private let swiftc: URL
  private let folder: TemporaryFolder

  init() throws {
    swiftc = try SubjectCompiler(beside: LabProcess.executable).swiftc
    folder = try TemporaryFolder()
  }

  @Test(
    "holds the program's own objects, whether built as a product or for a plugin",
    arguments: ["", "-tool"])
  func holdsOwnObjects(suffix: String) throws {
    let kit = try Kit(.testing, beside: try build(suffix: suffix), swiftc: swiftc)
    #expect(kit.archive.hasPrefix(folder.url.path))
    #expect(kit.modules == folder.url.appendingPathComponent("Modules\(suffix)").path)
    #expect(try members(of: kit) == Self.testing)
  }

  @Test("holds the objects beside the program, where the build system `swiftbuild` puts them")
  func holdsSwiftBuildObjects() throws {
    for name in Self.modules {
      try write(name, to: file("\(name).o"))
      try write("", to: file("\(name).swiftmodule/x86_64-unknown-linux-gnu.swiftmodule"))
    }
    try write("", to: file("lab"))
    let kit = try Kit(.testing, beside: file("lab"), swiftc: swiftc)
    #expect(kit.modules == folder.url.path)
    #expect(try members(of: kit) == Self.testing)
  }

  @Test("is made again when the program was linked after it")
  func isRenewed() throws {
    let program = try build(suffix: "")
    let old = try Kit(.testing, beside: program, swiftc: swiftc)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: old.archive)
    try Data("later".utf8).write(to: object("OperationLab", suffix: ""))
    let new = try Kit(.testing, beside: program, swiftc: swiftc)
    #expect(new.archive == old.archive)
    #expect(try Data(contentsOf: URL(fileURLWithPath: new.archive)).contains("later".utf8))
  }

  @Test("goes to a temporary folder where it cannot be written beside the program")
  func fallsBack() throws {
    let program = try build(suffix: "")
    let taken = folder.url.appendingPathComponent("libOperationTesting.a")
    try write("", to: taken.appendingPathComponent("file"))
    let past = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -60)]
    try FileManager.default.setAttributes(past, ofItemAtPath: taken.path)
    let kit = try Kit(.testing, beside: program, swiftc: swiftc)
    #expect(!kit.archive.hasPrefix(folder.url.path))
    #expect(try members(of: kit) == Self.testing)
  }

  @Test("is missing beside a program that was copied away from it")
  func isMissing() throws {
    let program = folder.url.appendingPathComponent("lab")
    try write("", to: program)
    let failure = #expect(throws: Failure.self) {
      try Kit(.testing, beside: program, swiftc: swiftc)
    }
    #expect(failure?.message.contains(folder.url.path) == true)
  }

  /// Writes the files of a build, with one object that the program was not linked from, and returns
  /// the program.
  private func build(suffix: String) throws -> URL {
    for name in Self.modules + ["Older"] {
      try write(name, to: object(name, suffix: suffix))
    }
    try write("", to: file("Modules\(suffix)/OperationTesting.swiftmodule"))
    let linked = Self.modules
      .map { object($0, suffix: suffix).path }
    try write(linked.joined(separator: "\n"), to: file("lab\(suffix).product/Objects.LinkFileList"))
    try write("", to: file("lab\(suffix)"))
    return file("lab\(suffix)")
  }

  private func file(_ path: String) -> URL { folder.url.appendingPathComponent(path) }

  private func object(_ name: String, suffix: String) -> URL {
    let module = name == "Older" ? "OperationLab" : name
    return file("\(module)\(suffix).build/\(name).o")
  }

  private func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The names of its objects.
  private func members(of kit: Kit) throws -> [String] {
    try LabProcess.shell("ar t '\(kit.archive)'").output.split(separator: "\n").map(String.init)
  }
}
