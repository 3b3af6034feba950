/// The lessons, in the order in which they are taught.
package enum Lessons {
  /// Adding a lesson adds one line here.
  package static let all: [Lesson] = [
    Lesson01.lesson,
    Lesson02.lesson,
    Lesson03.lesson,
    Lesson04.lesson,
    Lesson05.lesson,
    Lesson06.lesson,
    Lesson07.lesson,
    Lesson08.lesson,
    Lesson09.lesson,
    Lesson10.lesson,
    Lesson11.lesson,
    Lesson12.lesson,
    Lesson13.lesson,
    Lesson14.lesson,
    Lesson15.lesson,
    Lesson16.lesson,
    Lesson17.lesson,
    Lesson18.lesson,
    Lesson19.lesson,
    Lesson20.lesson,
    Lesson21.lesson,
    Lesson22.lesson,
    Lesson23.lesson,
  ]

  /// The first steps, before the numbered ones. Not among ``all``: it judges no claim.
  package static let first = Lesson00.lesson

  /// What to read if one has little time, in this order.
  package static let shortRoute = [0, 1, 9, 6, 3, 11, 12, 14, 10].compactMap { find("\($0)") }

  /// The lesson of that number or slug.
  package static func find(_ name: String) -> Lesson? {
    ([first] + all).first { String($0.number) == name || $0.slug == name }
  }
}
