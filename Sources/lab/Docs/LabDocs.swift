import LabKit

/// What makes the pages, and what the scripts measure with. Not for readers of them.
package enum LabDocs {
  @MainActor
  package static func main() {
    CommandLineProgram(
      "labdocs",
      [
        PagesCommand.self, LearnerCommand.self, ProgramsCommand.self,
        ServeCommand.self, BareFetchCommand.self, ArticlesCommand.self, WorldsCommand.self,
      ]
    ).main()
  }
}
