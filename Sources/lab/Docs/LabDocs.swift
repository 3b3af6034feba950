import LabShared

/// What makes the pages and the site, and what the scripts measure with. Not for readers of either.
@main
enum LabDocs {
  @MainActor
  static func main() {
    CommandLineProgram(
      "labdocs",
      [
        PagesCommand.self, BookCommand.self, LearnerCommand.self, ProgramsCommand.self,
        ServeCommand.self, BareFetchCommand.self, ArticlesCommand.self,
      ]
    ).main()
  }
}
