import OperationBench
import OperationDoctor

/// What a learner's code is run in: all is as usual but for at most two things.
package struct World: Hashable, Sendable {
  /// Something unusual that the task allows.
  package enum Oddity: String, Sendable {
    // How many there are of what it is given, and which of them takes long.
    case noItem = "none"
    case oneItem = "one"
    case twoItems = "two"
    case fiveItems = "five"
    case sixItems = "six"
    case firstIsLong = "first-is-long"
    case secondIsLong = "second-is-long"
    case lastIsLong = "last-is-long"
    case lastEndsFirst = "last-ends-first"
    // What becomes of the operation.
    case byHand = "by-hand"
    case startedAgain = "started-again"
    case startedByTwo = "started-by-two"
    case cancelledInLine = "cancelled-in-line"
    case cancelledAtWork = "cancelled-at-work"
    case cancelledTwice = "cancelled-twice"
    case cancelledAsItBegins = "cancelled-as-it-begins"
    case cancelledLate = "cancelled-late"
    case cancelledAtAnyStep = "cancelled-at-any-step"
    case cancelledThenEnds = "cancelled-at-any-step-then-ends"
    case bothAtOnce = "both-at-once"
    case endsAsItBegins = "ends-as-it-begins"
    case readAroundChanges = "read-around-changes"
    case noAddress = "no-address"
    // How the transfer answers.
    case endsAtOnce = "ended-at-once"
    case fails
    case heedsNoCancel = "heeds-no-cancel"
    case answersInGivingUp = "answers-in-giving-up"
    // What callers do.
    case givesUp = "one-gives-up"
    case givesUpTwice = "gives-up-twice"
    case allGiveUp = "all-give-up"
    case asksAgain = "asks-again"
    case asksInAnswer = "calls-again"
    case otherName = "other-pictures"
    case calledTwice = "called-twice"
    case goneBefore = "one-has-gone"
    case goesInAnswer = "calls-remove"
    case slowAnswer = "slow-answer"
    case comesLate = "one-comes-late"
    case bothClose = "two-close"
    case closesAsOneComes = "closes-as-one-comes"
    case asksMeanwhile = "asks-meanwhile"
    case asksInLine = "asks-in-line"
    case twoAskAtOnce = "two-ask-at-once"
    // The queue that it is given.
    case queueWaits = "queue-waits"
    case narrow
    case saveIsFirst = "save-is-first"
    // How the work goes, and what the operation is like.
    case failsOnce = "fails-once"
    case failsOften = "fails-often"
    case cancelledBefore = "cancelled-before"
    case hasDependency = "has-dependency"
    case noOriginal = "no-original"
    case oneOriginal = "one-original"
    case originalIsLong = "original-is-long"
    // What a server has, and what is there of it.
    case emptyFile = "empty-file"
    case noSuchFile = "no-such-file"
    case noService = "no-service"
    case otherSuccess = "other-success"
    case ignoresRange = "ignores-range"
    case hasChanged = "has-changed"
    case nothingThere = "nothing-there"
    case otherSize = "other-size"
    case repeats
  }

  /// The unusual things, in the order of their axes.
  package let oddities: [Oddity]

  init(_ oddities: Oddity...) { self.init(oddities) }

  private init(_ oddities: [Oddity]) { self.oddities = oddities }

  /// The worlds of these axes: one in which nothing is unusual, one for each thing, and one for each
  /// two of different axes.
  ///
  /// - Parameters:
  ///   - axes: of each axis a world has one at most.
  ///   - left: the names of those that are left out, and why.
  static func all(_ axes: [Oddity]..., without left: KeyValuePairs<String, String> = [:]) -> [World]
  {
    let pairs = axes.indices.flatMap { place in
      axes[place].flatMap { one in axes[(place + 1)...].joined().map { World(one, $0) } }
    }
    let names = Set(left.map(\.key))
    return ([World()] + axes.joined().map { World($0) } + pairs)
      .filter { !$0.isImpossible && !names.contains($0.name) }
  }

  /// Its name in scenes and in JSON.
  package var name: String {
    oddities.isEmpty ? "undisturbed" : oddities.map(\.rawValue).joined(separator: "+")
  }

  func has(_ some: Oddity...) -> Bool { oddities.contains(where: some.contains) }

  /// Whether threads meet in it, which is run in many orders.
  var isExplored: Bool {
    has(
      .startedByTwo, .cancelledAtAnyStep, .cancelledThenEnds, .bothAtOnce, .endsAsItBegins,
      .bothClose, .closesAsOneComes, .twoAskAtOnce)
  }

  /// Whether the transfer ends well.
  var isWell: Bool { !has(.fails) }

  /// How many there are of what the code is given.
  func count(otherwise usual: Int) -> Int {
    let counts: [Oddity: Int] = [
      .noItem: 0, .oneItem: 1, .twoItems: 2, .fiveItems: 5, .sixItems: 6,
    ]
    return oddities.compactMap { counts[$0] }.first ?? usual
  }

  /// Names for them.
  func names(_ name: String, otherwise usual: Int) -> [String] {
    (0..<count(otherwise: usual)).map { "\(name)\($0 + 1)" }
  }

  /// The place of the one of so many that takes long, or is the first to end.
  func special(of count: Int) -> Int? {
    has(.firstIsLong)
      ? 0 : has(.secondIsLong) ? 1 : has(.lastIsLong, .lastEndsFirst) ? count - 1 : nil
  }

  /// One of the things leaves no room for the other, or both are the same.
  private var isImpossible: Bool {
    if has(.noItem, .oneItem), has(.firstIsLong, .secondIsLong, .lastIsLong, .lastEndsFirst) {
      return true
    }
    if has(.noItem), has(.goneBefore, .goesInAnswer, .slowAnswer) { return true }
    if has(.noOriginal), has(.originalIsLong) { return true }
    if has(.endsAtOnce), has(.cancelledAtWork, .cancelledTwice, .cancelledAsItBegins) {
      return true
    }
    return isExplored && oddities.count > 1
  }

  /// What is unusual, as the beginning of a sentence.
  package var phrase: Phrase {
    switch oddities.count {
    case 0: "If nothing unusual happens"
    case 1: "If \(oddities[0].phrase)"
    default: "If \(oddities[0].phrase), and \(oddities[1].phrase)"
    }
  }
}

extension World.Oddity {
  /// What is unusual, as a part of a sentence.
  fileprivate var phrase: Phrase {
    switch self {
    case .noItem: "there is none"
    case .oneItem: "there is only one"
    case .twoItems: "there are only two"
    case .fiveItems: "there are five"
    case .sixItems: "there are six"
    case .firstIsLong: "the first takes longest"
    case .secondIsLong: "the second takes longest"
    case .lastIsLong: "the last takes longest"
    case .lastEndsFirst: "the last of those that run ends first"
    case .byHand: "it is started without a queue"
    case .startedAgain: "start() is called again at its work"
    case .startedByTwo: "two threads call start()"
    case .cancelledInLine: "it is cancelled while it waits in the queue"
    case .cancelledAtWork: "it is cancelled at work"
    case .cancelledTwice: "it is cancelled twice at work"
    case .cancelledAsItBegins: "it is cancelled while the transfer is being begun"
    case .cancelledLate: "it is cancelled after its end"
    case .cancelledAtAnyStep, .cancelledThenEnds: "it is cancelled at some step of start()"
    case .bothAtOnce: "it is cancelled when the transfer ends"
    case .endsAsItBegins: "the transfer ends while the call that begins it returns"
    case .readAroundChanges: "other threads read its state"
    case .noAddress: "there is no address"
    case .endsAtOnce: "the transfer ends before the call returns that begins it"
    case .fails: "the transfer fails"
    case .heedsNoCancel: "the transfer goes on although it is given up"
    case .answersInGivingUp: "the transfer calls its closure inside the call that gives it up"
    case .givesUp: "one caller gives up"
    case .givesUpTwice: "one caller gives up twice"
    case .allGiveUp: "all callers give up"
    case .asksAgain: "a caller asks again after the end"
    case .asksInAnswer: "a caller asks again when it is told"
    case .otherName: "another caller wants another picture"
    case .calledTwice: "it is called twice"
    case .goneBefore: "one of them is removed before"
    case .goesInAnswer: "a closure calls remove"
    case .slowAnswer: "a closure takes long"
    case .comesLate: "one more is added after that"
    case .bothClose: "two threads call close"
    case .closesAsOneComes: "one is added while close is called"
    case .asksMeanwhile: "it is called again at its work"
    case .asksInLine: "it is called again while its work waits in the queue"
    case .twoAskAtOnce: "two threads call it at the same time"
    case .queueWaits: "the queue is suspended at first"
    case .narrow: "the queue runs one operation at a time"
    case .saveIsFirst: "save stands first in the queue"
    case .failsOnce: "the first attempt fails"
    case .failsOften: "four attempts fail"
    case .cancelledBefore: "it has been cancelled before"
    case .hasDependency: "it depends on an operation that never runs"
    case .noOriginal: "there is no original"
    case .oneOriginal: "there is one original"
    case .originalIsLong: "an original takes longest"
    case .emptyFile: "the file is empty"
    case .noSuchFile: "the server answers with status 404"
    case .noService: "the server answers with status 503"
    case .otherSuccess: "the server answers with status 203"
    case .ignoresRange: "the server sends the whole file"
    case .hasChanged: "the file has changed on the server"
    case .nothingThere: "nothing of the file is there"
    case .otherSize: "less than half of the file is there"
    case .repeats: "the rest of the file begins as the file does"
    }
  }
}
