import Foundation

/// The compiled library that this program was linked from: what a checked file is compiled against.
struct Kit {
  /// The folder with the module `OperationLab`.
  let modules: String
  /// The library's objects.
  let objects: [String]

  /// The library beside the running program, where `swift build` has put both.
  init(beside executable: URL = Executable.url) throws(Failure) {
    let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
    let modules = folder.appendingPathComponent("Modules")
    let names = Self.objectNames(in: folder)
    let module = modules.appendingPathComponent("OperationLab.swiftmodule").path
    guard FileManager.default.fileExists(atPath: module), !names.isEmpty else {
      throw Failure(
        status: .internalFault,
        message: "the compiled library is not beside this program, in \(folder.path); "
          + "run 'swift build' and then the lab in '.build/debug'")
    }
    self.modules = modules.path
    objects = names.map { folder.appendingPathComponent("OperationLab.build/\($0)").path }
  }

  /// The objects that this program was linked from: the folder may hold older ones, too.
  private static func objectNames(in folder: URL) -> [String] {
    let list = folder.appendingPathComponent("lab.product/Objects.LinkFileList")
    if let text = try? String(contentsOf: list, encoding: .utf8) {
      let paths = text.split(whereSeparator: \.isNewline).map { $0.filter { $0 != "'" } }
      let own = paths.filter { $0.contains("/OperationLab.build/") }
      if !own.isEmpty { return own.map { URL(fileURLWithPath: $0).lastPathComponent } }
    }
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("OperationLab.build").path)
    return (names ?? []).filter { $0.hasSuffix(".o") }.sorted()
  }
}
