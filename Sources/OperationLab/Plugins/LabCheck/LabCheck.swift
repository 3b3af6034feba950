import Foundation
import PackagePlugin

/// `swift package lab-check`: runs `lab check` from any package that depends on the kit.
///
/// The name of a target stands for its files. It is not built as a package would be: what it imports
/// from other targets is not there. `Conformance.check` in a test sees that, too.
@main
struct LabCheck: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    // Not a tool of the plugin: the kit's own builds would compile everything twice.
    let build = try packageManager.build(.product("lab"), parameters: .init())
    guard build.succeeded,
      let program = build.builtArtifacts.first(where: { $0.url.lastPathComponent == "lab" })
    else {
      Diagnostics.error("lab does not build: \(build.logText)")
      return
    }
    let folder = context.package.directoryURL
    let lab = Process()
    lab.executableURL = program.url
    // Paths that one can read, and that a build server knows.
    lab.currentDirectoryURL = folder
    var words = arguments
    if let name = words.first,
      let target = context.package.targets.first(where: { $0.name == name }),
      let files = target.sourceModule?.sourceFiles(withSuffix: ".swift")
    {
      words.replaceSubrange(
        0...0, with: files.map { $0.url.path.replacing(folder.path + "/", with: "") })
    }
    // As the package would compile them. The manifest's modes are not known here.
    let hasMode = words.contains { $0.hasPrefix("--swift-version") }
    if !hasMode, context.package.toolsVersion.major >= 6 { words += ["--swift-version", "6"] }
    lab.arguments = ["check"] + words
    try lab.run()
    lab.waitUntilExit()
    exit(lab.terminationStatus)
  }
}
