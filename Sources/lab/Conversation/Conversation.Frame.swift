import OperationLab
import OperationCourse

extension Conversation {
  /// What goes around the programs: how it begins, whether claims are judged, how it ends.
  struct Frame: Sendable {
    /// Stands above every screen, such as `Lesson 3`.
    let title: String
    /// The paragraphs of the first screen.
    let opening: [String]
    /// Whether the verdicts of the lesson follow the programs.
    let judges: Bool
    /// The paragraphs of the last screen.
    let closing: [String]
    /// The commands that go on from there. They are shown again below the prompt when the screen is
    /// gone, where they can be copied.
    var steps: [Guide.Step] = []
  }
}
