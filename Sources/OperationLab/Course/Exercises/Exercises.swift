/// The exercises of all lessons, in their order.
package enum Exercises {
  /// Adding one adds a line here.
  package static let all: [Exercise] = [
    Exercise00.order,
    Exercise01.frozen,
    Exercise02.waiting,
    Exercise03.silent,
    Exercise04.order,
    Exercise05.halves,
    Exercise06.two,
    Exercise07.circle,
    Exercise08.order,
    Exercise09.loop,
    Exercise10.arranged, Exercise10.executing, Exercise10.whole, Exercise10.once,
    Exercise11.early,
    Exercise12.eager, Exercise12.save,
    Exercise13.retry,
    Exercise14.arranged, Exercise14.exits, Exercise14.failure,
    Exercise15.arranged, Exercise15.claim, Exercise15.announcing,
    Exercise16.circle, Exercise16.completion,
    Exercise17.waits, Exercise17.suspended, Exercise17.hanging,
    Exercise18.cancelling, Exercise18.building,
    Exercise19.appending, Exercise19.building,
    Exercise20.once, Exercise20.manager,
    Exercise21.stopping, Exercise21.six,
    Exercise22.cancelling, Exercise22.resuming,
    Exercise23.two,
  ]

  /// Those for an exam. They do not count as progress.
  package static let exam: [Exercise] = [
    Exam.tile, Exam.subtitles, Exam.loads, Exam.archive, Exam.photos, Exam.refresher,
  ]

  /// All that `lab verify` judges.
  package static let withExam = all + exam

  /// Those of a lesson.
  package static func of(_ lesson: Int) -> [Exercise] {
    all.filter { $0.lesson == lesson }
  }

  /// The exercise of that id. The lesson's number or name stand for the one in place 1.
  package static func find(_ name: String) -> Exercise? {
    if let exact = withExam.first(where: { $0.id == name })
      ?? all.first(where: { "\($0.lesson).\($0.place)" == name })
    {
      return exact
    }
    return Lessons.find(name).flatMap { of($0.number).first { $0.place == 1 } }
  }
}
