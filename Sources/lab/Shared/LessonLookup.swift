import OperationCourse

extension Lessons {
  /// The lesson that an operand names by number or slug.
  package static func named(_ operand: String?, for command: String) throws(Failure) -> Lesson {
    guard let operand else {
      throw .usage(
        "'lab \(command)' needs the number or name of a lesson: "
          + "\(Invocation.mention("list")) shows them")
    }
    if let lesson = find(operand) { return lesson }
    if Int(operand) != nil {
      throw .usage("there is no lesson \(operand). \(Invocation.mention("list")) shows the lessons")
    }
    throw .usage(
      "there is no lesson '\(operand)'"
        + Nearest.suggestion(for: operand, among: all.map(\.slug))
        + " \(Invocation.mention("list")) shows the lessons")
  }
}

extension Lesson {
  /// The program that `--program` names.
  package func program(option name: String) throws(Failure) -> Program {
    if let program = program(named: name) { return program }
    throw .usage(
      "lesson \(number) has no program '\(name)'"
        + Nearest.suggestion(for: name, among: programs.map(\.name))
        + " It has \(programs.map(\.name).joined(separator: ", "))")
  }
}
