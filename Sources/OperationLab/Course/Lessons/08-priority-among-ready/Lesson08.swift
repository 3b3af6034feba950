/// Lesson 8; its page is `Lessons/08-priority-among-ready/README.md`.
enum Lesson08 {
  static let lesson = Lesson(
    8, "priority-among-ready", title: "What a priority does",
    question: """
      You give an operation a very high priority. Does it run before the others? And does that \
      mean that they run after it?
      """,
    programs: [
      fiveLevels,
      againstDependency,
      lateComer,
      priorityAsOrder,
      dependencyAsOrder,
    ],
    claims: [
      highestFirst,
      levelsHaveValues,
      dependencyComesFirst,
      noOvertaking,
      noOrder,
      dependencyIsAnOrder,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "five-levels": .first(
      "The lowest priority was put in first. Which of the five begins first?", .began,
      of: levels.map(\.0)),
    "against-dependency": .first("Which begins first?", .began, of: ["soup", "salad", "dessert"]),
    "late-comer": .first(
      "'very low' is running when 'very high' comes. Which comes first?",
      Milestone("the end of 'very low'", .ended, of: "very low"),
      Milestone("the start() of 'very high'", .started, of: "very high")),
    "priority-as-order": .first(
      "wash was given the highest priority, to come first. Which comes first?",
      Milestone("the end of wash", .ended, of: "wash"),
      Milestone("the beginning of cook", .began, of: "cook")),
    "dependency-as-order": .first(
      "Which comes first now?", Milestone("the end of wash", .ended, of: "wash"),
      Milestone("the beginning of cook", .began, of: "cook")),
  ]
}
