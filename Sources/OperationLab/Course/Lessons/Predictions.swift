/// What is asked before the programs of each lesson, by the lesson's number and the program's name.
enum Predictions {
  /// For lessons whose question tells what happens.
  static let openings = [
    3: """
    Ten operations go into a queue that runs two at a time. The start() of each writes a line and \
    returns. What becomes of the ten?
    """
  ]

  static let all: [Int: [String: Prediction]] = [
    0: Lesson00.predictions,
    1: Lesson01.predictions,
    2: Lesson02.predictions,
    3: Lesson03.predictions,
    4: Lesson04.predictions,
    5: Lesson05.predictions,
    6: Lesson06.predictions,
    7: Lesson07.predictions,
    8: Lesson08.predictions,
    9: Lesson09.predictions,
    10: Lesson10.predictions,
    11: Lesson11.predictions,
    12: Lesson12.predictions,
    13: Lesson13.predictions,
    14: Lesson14.predictions,
    15: Lesson15.predictions,
    16: Lesson16.predictions,
    17: Lesson17.predictions,
    18: Lesson18.predictions,
    19: Lesson19.predictions,
    20: Lesson20.predictions,
    21: Lesson21.predictions,
  ]
}

extension Lesson {
  /// The question as it is asked of somebody who is to predict: it must not tell what happens.
  package var opening: String { Predictions.openings[number] ?? question }

  /// What to ask before the program runs: what the lesson declares or, failing that, how it ends.
  package func prediction(for program: Program) -> Prediction {
    Predictions.all[number]?[program.name] ?? .ending
  }

  /// The names of the programs that the lesson asks something of their own about.
  package var askedPrograms: [String] { Predictions.all[number]?.keys.sorted() ?? [] }
}
