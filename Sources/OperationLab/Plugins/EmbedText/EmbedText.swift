import Foundation
import PackagePlugin

/// Puts files that are read as text into the course. Beside the page of each lesson lie its ledger, its
/// translation, the reasons of its answers and the code of its programs. The others are the page that
/// leads from the articles to the lessons, the test, and what a page that one can step through is made of.
@main
struct EmbedText: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let package = context.package.directoryURL
    let lessons = try FileManager.default.contentsOfDirectory(
      atPath: package.appendingPathComponent("Lessons").path)
    let data =
      lessons.flatMap { lesson in
        ["answers", "claims", "claims.zh", "code"].map { "Lessons/\(lesson)/\($0).json" }
      } + ["Lessons/find-your-article.md", "Lessons/lessons.zh.json"]
    let page = "Sources/OperationLab/Course/Timeline/Page"
    let parts = try FileManager.default.contentsOfDirectory(
      atPath: package.appendingPathComponent(page).path)
    let quiz = try FileManager.default.contentsOfDirectory(
      atPath: package.appendingPathComponent("Lessons/quiz").path)
    let others = parts.map { "\(page)/\($0)" } + quiz.map { "Lessons/quiz/\($0)" }
    let paths = (data + others).sorted().filter {
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
