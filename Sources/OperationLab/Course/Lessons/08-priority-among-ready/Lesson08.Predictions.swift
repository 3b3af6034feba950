// What lesson 8 asks before it shows.
extension Lesson08 {
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
