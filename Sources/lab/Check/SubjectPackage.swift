import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
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
    let (result, _) = try swift(
      ["build", "--package-path", folder, "--target", target], beside: swiftc)
    return result.ending == .exited(0) ? nil : result.errorText
  }

  /// The Swift files of the target, as its manifest names them.
  func targetSources(with swiftc: URL) throws(Failure) -> [String] {
    struct Description: Decodable {
      struct Target: Decodable {
        let name: String
        let path: String
        let sources: [String]
      }
      let targets: [Target]
    }
    let (_, output) = try swift(
      ["package", "--package-path", folder, "describe", "--type", "json"], beside: swiftc)
    let described = try? JSONDecoder().decode(Description.self, from: output)
    guard let target = described?.targets.first(where: { $0.name == target }) else {
      throw Failure(
        status: .unreadable, message: "the package in '\(folder)' has no target '\(target)'")
    }
    return target.sources.filter { $0.hasSuffix(".swift") }
      .map { "\(folder)/\(target.path)/\($0)" }
  }

  /// The mode in which the package builds the target. The usual one if its manifest cannot be read.
  func languageMode(with swiftc: URL) throws(Failure) -> LanguageMode {
    let (_, output) = try swift(
      ["package", "--package-path", folder, "dump-package"], beside: swiftc)
    let manifest = try? JSONDecoder().decode(Manifest.self, from: output)
    return manifest?.languageMode(of: target) ?? .usual
  }

  /// What the manifest of a package says of language modes.
  private struct Manifest: Decodable {
    struct Target: Decodable { let name: String; let settings: [Setting] }
    struct Setting: Decodable { let kind: Kind }
    struct Kind: Decodable { let swiftLanguageMode: Mode? }
    struct Mode: Decodable {
      enum CodingKeys: String, CodingKey { case version = "_0" }
      let version: String
    }
    struct ToolsVersion: Decodable {
      enum CodingKeys: String, CodingKey { case version = "_version" }
      let version: String
    }
    let toolsVersion: ToolsVersion
    let swiftLanguageVersions: [String]?
    let targets: [Target]

    /// The target's own setting comes first, then the latest of the package's modes, then the version
    /// of the package's tools.
    func languageMode(of name: String) -> LanguageMode {
      let settings = targets.first { $0.name == name }?.settings ?? []
      let own = settings.compactMap(\.kind.swiftLanguageMode?.version)
      let versions = own.isEmpty ? swiftLanguageVersions ?? [toolsVersion.version] : own
      return versions.contains { !$0.hasPrefix("4") && !$0.hasPrefix("5") } ? .swift6 : .swift5
    }
  }

  private func swift(
    _ words: [String], beside swiftc: URL
  ) throws(Failure) -> (ChildProcess.Result, output: Data) {
    let output = Locked(Data())
    do {
      let result = try ChildProcess(
        executable: swiftc.deletingLastPathComponent().appendingPathComponent("swift"),
        arguments: words,
        environment: (TemporaryFolder.ofChildren.map { ["TMPDIR": $0.url.path] } ?? [:])
          .merging(Executable.compilerEnvironment) { $1 },
        leadsSession: true
      ).run(deadline: .seconds(3600)) { line in
        output.withLock { $0 += line + [UInt8(ascii: "\n")] }
      }
      return (result, output.withLock { $0 })
    } catch {
      throw Failure(
        status: .internalFault, message: "cannot run 'swift \(words[0])': \(error)")
    }
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
