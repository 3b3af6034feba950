import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// A user's package with one target to check in place.
struct SubjectPackage {
  let folder: String
  let target: String

  /// Builds the target and its dependencies, and blocks the calling thread.
  ///
  /// - Returns: the compiler's messages if it does not build.
  func build(with swiftc: URL) throws(Failure) -> String? {
    guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else {
      throw Failure(
        status: .unreadable,
        message: "'\(folder)' is no package: there is no Package.swift in it")
    }
    let swift = swiftc.deletingLastPathComponent().appendingPathComponent("swift")
    let result: ChildProcess.Result
    do {
      result = try ChildProcess(
        executable: swift, arguments: ["build", "--package-path", folder, "--target", target],
        environment: TemporaryFolder.ofChildren.map { ["TMPDIR": $0.url.path] } ?? [:]
      ).run(deadline: .seconds(3600))
    } catch {
      throw Failure(status: .internalFault, message: "cannot run 'swift build': \(error)")
    }
    return result.ending == .exited(0) ? nil : result.errorText
  }

  private var products: String { folder + "/.build/debug" }

  /// The compiler's arguments for importing and linking the target.
  var options: [String] {
    ["-I", products + "/Modules", "-I", products, "-F", products] + clangModules
  }

  /// Each C target has a module map that names its headers.
  private var clangModules: [String] {
    builds.compactMap { build in
      let map = "\(products)/\(build)/module.modulemap"
      return FileManager.default.fileExists(atPath: map) ? map : nil
    }.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  private var builds: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: products)) ?? []
    return names.filter { $0.hasSuffix(".build") && !$0.hasSuffix("Tests.build") }.sorted()
  }

  /// The objects of all targets that are built, tests left out.
  var objects: [String] {
    builds.flatMap { build in
      let folder = "\(products)/\(build)"
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".o") }.sorted().map { "\(folder)/\($0)" }
    }
  }
}
