import LabShared
import OperationCourse

extension Scene {
  /// The scenes of programs of a lesson, with their code where the checkout is at hand.
  static func all(_ lesson: Lesson, _ programs: [Program]) -> [Scene] {
    let code = code(of: lesson)
    return programs.map { program in
      Scene(lesson, program, code: code?.pieces(of: program.name))
    }
  }

  /// Without it, the screens say where it would be.
  static func code(of lesson: Lesson) -> ProgramCode? {
    guard let root = Checkout.root else { return nil }
    do { return try ProgramCode(of: lesson, in: root.appendingPathComponent("Sources")) } catch {
      return nil
    }
  }
}
