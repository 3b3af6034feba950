import OperationCourse

extension Scene {
  /// The scenes of programs of a lesson, with their code.
  static func all(_ lesson: Lesson, _ programs: [Program]) -> [Scene] {
    let code = ProgramCode(of: lesson)
    return programs.map { program in
      Scene(lesson, program, code: code?.pieces(of: program.name))
    }
  }
}
