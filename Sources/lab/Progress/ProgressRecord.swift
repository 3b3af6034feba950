import Foundation

/// One thing that the learner did: a line of the file.
struct ProgressRecord: Codable, Equatable, Sendable {
  /// When, in whole seconds since 1970, in UTC.
  var at: Int
  /// What was done. A raw value of ``Action``, or a word that only a newer version knows.
  var did: String
  /// The lesson it belongs to.
  var lesson: Int?
  /// The program that the prediction is about.
  var program: String?
  /// The question, as it was asked.
  var asked: String?
  /// What the learner said.
  var answered: String?
  /// Whether it came out so.
  var right: Bool?
  /// The outcome.
  var was: String?
  /// The reason that the learner chose.
  var because: String?
  /// Whether that reason is right.
  var reasoned: Bool?
  /// Such as `3` or `12.2`.
  var exercise: String?

  /// What can be done. Raw values are part of the file: add, never rename.
  enum Action: String, Sendable {
    /// The page of a lesson was read to its end.
    case read
    /// A question was answered, in a lesson or in a review.
    case predicted
    /// An exercise was passed.
    case mended
    /// A hint to an exercise was shown.
    case hinted
    /// A question of the test was answered. Those of one test have one date.
    case tested
    /// A lesson was gone through to its end.
    case finished
  }

  init(_ action: Action, at date: Date) {
    at = Int(date.timeIntervalSince1970)
    did = action.rawValue
  }

  /// A line of the file, if it is one: `nil` for what is cut off, damaged or not understood.
  init?(line: some DataProtocol) {
    do { self = try JSONDecoder().decode(ProgressRecord.self, from: Data(line)) } catch {
      return nil
    }
  }

  /// When it was done.
  var date: Date { Date(timeIntervalSince1970: TimeInterval(at)) }
}
