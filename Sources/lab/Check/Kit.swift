import Foundation
import OperationBench

/// The compiled libraries beside this program: what a user's file is compiled and linked against.
struct Kit {
  /// Which of them a program needs.
  enum Library: String {
    /// The library that hosts a checked operation.
    case testing = "OperationTesting"
    /// The library that hosts an exercise.
    case course = "OperationCourse"

    fileprivate var modules: [String] {
      switch self {
      case .testing: ["OperationLab", "OperationDoctor", "OperationBench", rawValue]
      case .course: Library.testing.modules + ["OperationDownloads", rawValue]
      }
    }
  }

  /// The folder with the modules.
  let modules: String
  /// The static library with the objects of all its modules.
  let archive: String
  /// Holds the archive where the one beside the program cannot be written.
  private var temporary: TemporaryFolder?

  /// The library beside the running program, where `swift build` has put the objects it is made of.
  init(_ library: Library, beside executable: URL = Executable.url, swiftc: URL) throws(Failure) {
    let executable = executable.resolvingSymlinksInPath()
    let folder = executable.deletingLastPathComponent()
    // For a plugin, `swift package` builds `lab-tool`, `Modules-tool` and so on.
    let suffix = executable.lastPathComponent.hasSuffix("-tool") ? "-tool" : ""
    // The build system `swiftbuild` puts the modules beside the program.
    let places = [folder.appendingPathComponent("Modules\(suffix)"), folder]
    let module = "\(library.rawValue).swiftmodule"
    guard
      let modules = places.first(where: {
        FileManager.default.fileExists(atPath: $0.appendingPathComponent(module).path)
      })
    else { throw Self.missing(in: folder) }
    self.modules = modules.path
    let archive = folder.appendingPathComponent("lib\(library.rawValue)\(suffix).a")
    guard !Self.isCurrent(archive, for: executable) else {
      self.archive = archive.path
      return
    }
    let objects =
      modules == folder
      ? library.modules.map { folder.appendingPathComponent("\($0).o").path }
      : try Self.objects(of: library, in: folder, suffix: suffix)
    // If another process has made it meanwhile, it stays, because a compiler may be reading it.
    let turn = open(archive.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    defer { close(turn) }
    _ = flock(turn, LOCK_EX)
    do {
      if !Self.isCurrent(archive, for: executable) {
        try Self.make(archive, of: objects, swiftc: swiftc)
      }
      self.archive = archive.path
    } catch {
      let temporary = try TemporaryFolder()
      let copy = temporary.url.appendingPathComponent(archive.lastPathComponent)
      try Self.make(copy, of: objects, swiftc: swiftc)
      self.archive = copy.path
      self.temporary = temporary
    }
  }

  private static func missing(in folder: URL) -> Failure {
    Failure(
      status: .internalFault,
      message: "the compiled library is not beside this program, in \(folder.path). "
        + "Run 'swift build' and then the lab in '.build/debug', or Scripts/install")
  }

  /// Whether it was made of the objects that the program was linked from.
  private static func isCurrent(_ archive: URL, for executable: URL) -> Bool {
    func modified(_ file: URL) -> Date? {
      (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
    }
    guard let made = modified(archive), let linked = modified(executable) else { return false }
    return made >= linked
  }

  /// The objects that this program was linked from: the folders may hold older ones, too.
  private static func objects(
    of library: Library, in folder: URL, suffix: String
  ) throws(Failure) -> [String] {
    let list = folder.appendingPathComponent("lab\(suffix).product/Objects.LinkFileList")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else {
      throw missing(in: folder)
    }
    let folders = library.modules.map { "\($0)\(suffix).build" }
    let objects = text.split(whereSeparator: \.isNewline).map { $0.filter { $0 != "'" } }
      .map(URL.init(fileURLWithPath:))
      .filter { folders.contains($0.deletingLastPathComponent().lastPathComponent) }
    guard !objects.isEmpty else { throw missing(in: folder) }
    return objects.map {
      folder.appendingPathComponent($0.deletingLastPathComponent().lastPathComponent)
        .appendingPathComponent($0.lastPathComponent).path
    }
  }

  /// Makes the archive under another name and then renames it: another process may be reading it.
  private static func make(
    _ archive: URL, of objects: [String], swiftc: URL
  ) throws(Failure) {
    let beside = swiftc.resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("llvm-ar")
    let tool =
      FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : Executable.named("ar", on: ProcessInfo.processInfo.environment["PATH"] ?? "")
    guard let tool else {
      throw Failure(
        status: .internalFault,
        message: "there is no 'llvm-ar' beside swiftc and no 'ar' on the PATH. Install binutils")
    }
    let draft = archive.deletingLastPathComponent()
      .appendingPathComponent(".\(archive.lastPathComponent).\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: draft) }
    do {
      let result = try ChildProcess(
        executable: tool, arguments: ["rcs", draft.path] + objects, environment: [:]
      ).run(deadline: .seconds(60))
      guard result.ending == .exited(0) else {
        throw Failure(
          status: .internalFault,
          message: "cannot make \(archive.path): \(result.errorText)")
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(status: .internalFault, message: "cannot make \(archive.path): \(error)")
    }
    guard rename(draft.path, archive.path) == 0 else {
      throw Failure(
        status: .internalFault,
        message: "cannot write \(archive.path): \(String(cString: strerror(errno)))")
    }
  }
}
