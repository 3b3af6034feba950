import Foundation
import PackagePlugin

/// Puts files that are read as text into the course. Beside the page of each lesson lie its ledger, its
/// translation, the reasons of its answers and the code of its programs. The others are the tables of the
/// articles, the page that leads from them to the lessons, the test, the words of the terminal, and what a page that one can step
/// through is made of.
@main
struct EmbedText: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let package = context.package.directoryURL
    func names(in folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(
        atPath: package.appendingPathComponent(folder).path)
    }
    let page = "Sources/OperationLab/Course/Timeline/Page"
    let data =
      try names(in: "Lessons").flatMap { lesson in
        ["answers", "claims", "claims.zh", "code", "texts.zh"].map {
          "Lessons/\(lesson)/\($0).json"
        }
      }
      + [
        "find-your-article.md", "find-your-article.zh.md", "help.zh.json", "lessons.zh.json",
        "page.zh.json", "words.zh.json",
      ].map { "Lessons/\($0)" }
      + [page, "Lessons/quiz", "Lessons/articles"].flatMap { folder in
        try names(in: folder).map { "\(folder)/\($0)" }
      }
    let paths = Set(data).sorted().filter {
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
