/// The rooms of the sources, and the arrows between them: the map of the project.
///
/// A room is a folder; a line says what may be named in it. Read from the top, each line names only
/// rooms above it, so no arrow points back. What is not in the table fails the test.
enum LayerMap {
  /// A room, what it is for, and the rooms whose types it may name.
  typealias Room = (name: String, purpose: String, mayName: Set<String>)

  static let library: [Room] = [
    ("Platform", "what differs between systems, and the locks and clocks of the kit itself", []),
    ("Trace", "events, the recorder, snapshots, runs: the only evidence", ["Platform"]),
    ("Operations", "operation classes for any app; they need nothing of the kit", []),
    (
      "Bench", "what programs work with: queues, gates, workers; and the search for quiet",
      ["Platform", "Trace", "Operations"]
    ),
    (
      "Hosting", "a program in a child process: the child's side and the parent's",
      ["Platform", "Trace", "Bench"]
    ),
    ("Claims", "statements, and what a trace says of them", ["Platform", "Trace"]),
    ("Diagnosis", "why operations do not run", ["Trace"]),
    ("Timeline", "pictures of a run, and who let whom go on", ["Trace", "Diagnosis"]),
    ("Disk", "folders that others may write to: no link followed, no byte outside", ["Platform"]),
    (
      "Downloads", "the articles' download managers, made real, and a server to try them",
      ["Platform", "Trace", "Operations", "Disk"]
    ),
    (
      "Course", "what a lesson is, and how it is run, judged and reported",
      ["Platform", "Trace", "Bench", "Hosting", "Claims", "Diagnosis"]
    ),
    (
      "Exploration", "a program in every order of its points",
      ["Platform", "Trace", "Bench", "Hosting", "Claims"]
    ),
    (
      "Lessons", "the content: a folder for each lesson",
      [
        "Platform", "Trace", "Operations", "Bench", "Claims", "Diagnosis", "Downloads", "Course",
      ]
    ),
    (
      "Goals", "what a player of the scheduler is to bring about",
      ["Trace", "Course"]
    ),
    (
      "Conformance", "the battery of rules for operations of one's own",
      ["Platform", "Trace", "Operations", "Bench", "Hosting", "Claims", "Diagnosis", "Exploration"]
    ),
    (
      "Exercises", "the scenes that learners' files are called in, and what is required of them",
      [
        "Platform", "Trace", "Bench", "Hosting", "Claims", "Diagnosis", "Lessons", "Conformance",
        "Downloads",
      ]
    ),
  ]

  static let program: [Room] = [
    ("Process", "this process: its status, its interruption, children of itself", []),
    ("Markdown", "pages as text for a terminal", []),
    ("Terminal", "the one printer, and how wide its paper is", ["Process", "Markdown"]),
    ("Files", "what is read and written beside the terminal", ["Process"]),
    ("Progress", "what the learner has done, kept in one file", ["Process"]),
    ("Screens", "how results look", ["Process", "Terminal", "Files"]),
    ("Pages", "the generated parts of the pages", ["Process"]),
    ("Book", "the pages as a site, and what is wrong with a site", ["Process", "Pages"]),
    (
      "Conversation", "a lesson that asks before it shows, on a terminal",
      ["Process", "Terminal", "Screens", "Pages", "Progress"]
    ),
    (
      "Check", "compiling somebody's file, and what to say of it",
      ["Process", "Terminal", "Screens"]
    ),
    (
      "Play", "the learner as the scheduler, on a terminal",
      ["Process", "Terminal", "Pages", "Conversation"]
    ),
    ("CommandLine", "words, options, help", ["Process", "Terminal"]),
    (
      "Exercises", "the learner's files: put there, compiled, run and graded",
      ["Process", "Terminal", "Files", "Progress", "Screens", "Check", "CommandLine"]
    ),
    (
      "Commands", "one file for each command",
      [
        "Process", "Markdown", "Terminal", "Files", "Progress", "Screens", "Pages", "Conversation",
        "Play", "Check", "CommandLine", "Exercises", "Book",
      ]
    ),
  ]
}
