/// Lesson 8. Its page is `Lessons/08-priority-among-ready/README.md`.
enum Lesson08 {
  static let lesson = Lesson(
    8, "priority-among-ready", title: "What a priority does",
    question: """
      You give an operation a very high priority. Does it run before the others? Do the others \
      wait until it has finished?
      """,
    programs: [
      fiveLevels,
      againstDependency,
      lateComer,
      priorityAsOrder,
      dependencyAsOrder,
    ],
    further: [qualityOfService],
    claims: [
      highestFirst,
      levelsHaveValues,
      dependencyComesFirst,
      noOvertaking,
      noOrder,
      dependencyIsAnOrder,
      qualityIsNoPriority,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "five-levels": .first(
      "The operation of lowest priority was added first. Which begins first?", .began,
      of: levels.map(\.0)),
    "against-dependency": .first(
      "dessert has the highest priority. Which begins first?", .began,
      of: ["soup", "salad", "dessert"]),
    "late-comer": .first(
      "'very low' is running when 'very high' is added. Which comes first?",
      ("the body of 'very low' ends", .ended("very low")),
      ("start() of 'very high' is called", .started("very high"))),
    "priority-as-order": .first(
      "wash has the highest priority, cook the lowest. Which comes first?",
      ("the body of wash ends", .ended("wash")),
      ("the body of cook begins", .began("cook"))),
    "dependency-as-order": .first(
      "cook depends on wash. Which comes first?",
      ("the body of wash ends", .ended("wash")),
      ("the body of cook begins", .began("cook"))),
    "quality-of-service": .first(
      "'backup 2' was added first. Both have normal priority. Which begins first?", .began,
      of: ["backup 2", "photo 2"]),
  ]
}
