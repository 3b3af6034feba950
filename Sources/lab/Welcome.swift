/// What somebody sees who has just typed `lab`.
enum Welcome {
  static let text = """
    OperationLab: what Operation and OperationQueue really do, shown on real runs.

    Every lesson asks a question, runs small programs on this machine's own
    Foundation, and shows the trace of threads and states that answers it.

    Start here:   lab lesson 3     why do eight of ten operations never start?
    Then:         lab read 3       the explanation
                  lab list         all lessons
                  lab claims       every statement tested, with its verdict here
    Your own:     lab check FILE   which rule does your Operation subclass break?
                  lab --help       all commands
    """
}
