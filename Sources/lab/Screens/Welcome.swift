/// What somebody sees who has just typed `lab`.
enum Welcome {
  /// - Parameter next: what to do next, with its command.
  static func text(next: String, width: Int) -> String {
    """
    OperationLab: what Operation and OperationQueue really do, shown on real runs.

    \(next.wrapped(to: width, indent: 2, firstIndent: ""))

    Every lesson asks what a small program will do, runs it on this machine's own
    Foundation, and shows the trace of threads and states that answers it.

    Lessons:      lab lesson 3     why do eight of ten operations never start?
                  lab read 3       the explanation
                  lab list         all lessons
                  lab claims       every statement tested, with its verdict here
    Learning:     lab review       asks again what you predicted wrong
                  lab progress     what you have read, predicted and mended
    Your own:     lab check FILE   which rule does your Operation subclass break?
                  lab --help       all commands
    """
  }
}
