import Foundation
import PackagePlugin

/// Puts files that are read as text into the course: the ledger of each lesson, its translation and
/// the code of its programs, which lie beside its page, the tables of the articles, the page that leads from them to the lessons, and what a page
/// that one can step through is made of.
@main
struct EmbedText: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let package = context.package.directoryURL
    let lessons = try FileManager.default.contentsOfDirectory(
      atPath: package.appendingPathComponent("Lessons").path)
    let data =
      lessons.flatMap { lesson in
        ["claims", "claims.zh", "code"].map { "Lessons/\(lesson)/\($0).json" }
      } + ["A", "B", "C", "D", "E"].map { "Lessons/articles/\($0).json" }
      + ["find-your-article.md", "find-your-article.zh.md", "lessons.zh.json"]
      .map { "Lessons/\($0)" }
    let page = "Sources/OperationLab/Course/Timeline/Page"
    let parts = try FileManager.default.contentsOfDirectory(
      atPath: package.appendingPathComponent(page).path)
    let paths = (data + parts.map { "\(page)/\($0)" }).sorted().filter {
      FileManager.default.fileExists(atPath: package.appendingPathComponent($0).path)
    }
    let output = context.pluginWorkDirectoryURL.appendingPathComponent("EmbeddedText.swift")
    return [
      .buildCommand(
        displayName: "Embedding ledgers and the parts of the page",
        executable: try context.tool(named: "embed-text").url,
        arguments: [output.path, package.path] + paths,
        inputFiles: paths.map(package.appendingPathComponent), outputFiles: [output])
    ]
  }
}
