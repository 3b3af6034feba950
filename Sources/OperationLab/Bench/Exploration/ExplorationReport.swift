import OperationDoctor

extension Exploration {
  /// The results of exploring a program.
  public struct Report: Sendable {
    /// The program's name.
    public let program: String
    /// How many different orders were run.
    public internal(set) var orders = 0
    /// Whether every order with at most the given number of deviations was run.
    public internal(set) var isComplete = false
    /// Whether there are no other orders at all, with however many deviations.
    package internal(set) var isEverything = false
    /// Whether the time was up before anything else ended the search.
    package internal(set) var isOutOfTime = false
    /// How many runs did not follow their order and therefore do not count.
    package internal(set) var unfollowedOrders = 0
    /// The number of deviations up to which all orders were run, or -1 if not even the first order
    /// was.
    package internal(set) var deviations = -1
    /// How the runs ended, in the order in which each ending was first found.
    package private(set) var outcomes: [OutcomeCount] = []
    /// The verdicts of the claims, by id.
    package private(set) var claims: [String: ClaimCount] = [:]
    /// The number of events in the longest run.
    package private(set) var mostEvents = 0
    /// How many deviations the run has that was added last.
    private var level = 0

    /// The number of runs with one outcome, and the shortest of their orders.
    package struct OutcomeCount: Sendable {
      /// How they ended.
      package let outcome: Run.Outcome
      /// How many.
      package internal(set) var count: Int
      /// The first with the fewest deviations, and of those with the fewest steps.
      package internal(set) var shortest: OrderedRun
      /// How many deviations that one has.
      package internal(set) var deviations: Int
    }

    /// The number of runs for each verdict on a claim, and the shortest order for each.
    package struct ClaimCount: Sendable {
      /// By verdict: how many.
      package internal(set) var counts: [Verdict: Int] = [:]
      /// By verdict: the run of the shortest order that leads to it.
      package internal(set) var shortest: [Verdict: OrderedRun] = [:]
      /// By verdict: how many deviations that one has.
      var deviations: [Verdict: Int] = [:]
    }

    /// An order in which the program hangs, and what happened in it.
    public struct Hang: Sendable {
      /// The thread of each step, such as `main:3,T1,main`: first three steps of `main`, then one of
      /// `T1`.
      public let order: String
      /// The events of the run.
      public let trace: Trace
      /// Why each operation does not run.
      public let diagnosis: Diagnosis
    }

    init(program: String) {
      self.program = program
    }

    /// The shortest order in which the program hangs, or `nil` if no run hangs.
    public var hang: Hang? {
      outcome(.hangs).map(\.shortest).map {
        Hang(order: $0.shortOrder.description, trace: $0.run.trace, diagnosis: $0.run.diagnosis)
      }
    }

    /// The outcome with its count, or `nil` if no run had it.
    package func outcome(_ outcome: Run.Outcome) -> OutcomeCount? {
      outcomes.first { $0.outcome == outcome }
    }

    mutating func add(_ run: OrderedRun, deviations: Int) {
      level = deviations
      orders += 1
      mostEvents = max(mostEvents, run.run.trace.events.count)
      if let place = outcomes.firstIndex(where: { $0.outcome == run.run.outcome }) {
        outcomes[place].add(run, deviations: deviations)
      } else {
        outcomes.append(
          OutcomeCount(outcome: run.run.outcome, count: 1, shortest: run, deviations: deviations))
      }
    }

    /// Counts the verdicts of claims on the run that was added last, by id.
    package mutating func add(_ verdicts: [String: Verdict], on run: OrderedRun) {
      for (id, verdict) in verdicts {
        claims[id, default: ClaimCount()].add(run, verdict, deviations: level)
      }
    }
  }
}

extension Exploration.Report.ClaimCount {
  /// Runs arrive with rising deviations. Among equal ones, the one with fewer steps is kept.
  fileprivate mutating func add(_ run: OrderedRun, _ verdict: Verdict, deviations: Int) {
    counts[verdict, default: 0] += 1
    if let known = shortest[verdict] {
      guard self.deviations[verdict] == deviations,
        run.order.threads.count < known.order.threads.count
      else { return }
    }
    (shortest[verdict], self.deviations[verdict]) = (run, deviations)
  }
}

extension Exploration.Report.OutcomeCount {
  fileprivate mutating func add(_ run: OrderedRun, deviations: Int) {
    count += 1
    guard deviations == self.deviations,
      run.order.threads.count < shortest.order.threads.count
    else { return }
    shortest = run
  }
}

// The shape of `lab explore --json`. Add, never rename.
extension Exploration.Report {
  /// What is printed for one program.
  package struct JSON: Codable, Sendable {
    /// The lesson's number.
    package var lesson: Int
    /// The program's name.
    package var program: String
    /// How many different orders were run.
    package var orders: Int
    /// Whether they are all that there are with so many deviations.
    package var isComplete: Bool
    /// Up to how many deviations all orders were run.
    package var deviations: Int
    /// How the runs ended.
    package var outcomes: [OutcomeJSON]
    /// What the claims said.
    package var claims: [ClaimJSON]
  }

  /// One ending.
  package struct OutcomeJSON: Codable, Sendable {
    /// How these runs ended.
    package var outcome: Run.Outcome
    /// How many they are.
    package var count: Int
    /// The shortest order of them.
    package var order: String
  }

  /// One claim over all orders.
  package struct ClaimJSON: Codable, Sendable {
    /// Its id in the ledger.
    package var id: String
    /// In how many orders it was confirmed.
    package var confirmed: Int
    /// In how many it was refuted.
    package var refuted: Int
    /// In how many it was not decided.
    package var undecided: Int
  }

  /// The report in the documented shape.
  package func json(lesson: Int) -> JSON {
    JSON(
      lesson: lesson, program: program, orders: orders, isComplete: isComplete,
      deviations: deviations,
      outcomes: outcomes.map {
        OutcomeJSON(
          outcome: $0.outcome, count: $0.count, order: $0.shortest.shortOrder.description)
      },
      claims: claims.sorted { $0.key < $1.key }.map { id, claim in
        ClaimJSON(
          id: id, confirmed: claim.counts[.confirmed] ?? 0, refuted: claim.counts[.refuted] ?? 0,
          undecided: claim.counts[.undecided] ?? 0)
      })
  }
}
