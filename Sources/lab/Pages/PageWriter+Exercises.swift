import OperationCourse

// The exercises of a lesson, on its page.
extension PageWriter {
  /// A line for each, with a link to the file and the command that hands it out.
  var exercises: String {
    Exercises.of(report?.lesson.number ?? 0).map { exercise in
      "- [\(exercise.id): \(exercise.title)](exercises/\(exercise.place)/Exercise.swift) "
        + "(\(exercise.kind.rawValue)): `swift run lab exercise \(exercise.id)`"
    }.joined(separator: "\n")
  }
}
