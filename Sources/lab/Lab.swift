/// The command line for learners and for engineers with a class of their own.
package enum Lab {
  /// In the order in which help shows them.
  @MainActor
  static let commands: [any Command.Type] = [
    ListCommand.self, FindCommand.self, LessonCommand.self, ExploreCommand.self, PlayCommand.self,
    ReadCommand.self, ClaimsCommand.self, CheckCommand.self, DownloadCommand.self,
    ShowCommand.self, ReviewCommand.self, QuizCommand.self, ProgressCommand.self,
    ExerciseCommand.self, VerifyCommand.self, HintCommand.self, SolutionCommand.self,
    WatchCommand.self, CompletionsCommand.self,
  ]

  @MainActor
  package static func main() {
    CommandLineProgram("lab", commands, first: WelcomeCommand.self).main()
  }
}
