extension Rule {
  /// The races avoid what Foundation itself does not survive: no two lives share a queue, and no
  /// operation is put into a queue by two threads or started twice.
  static let survivesRaces = Rule(
    "survives-races",
    "It comes to its end, once, however start, cancel and the end of its work meet.",
    cost: """
      Once in a thousand times, on somebody else's device, the app hangs or crashes, and no log \
      says why.
      """,
    cure: oneState,
    lesson: 15,
    endings: .ignore, isRepetitive: true,
    trials: [
      Trial(
        "by-hand",
        "Thousands of times, it is started by hand, cancelled and ended by three threads.",
        takesLong: true, needsProcess: true
      ) {
        Race($0, isQueued: false).run()
      },
      Trial("queued", "The same; a queue starts it.", takesLong: true, needsProcess: true) {
        Race($0, isQueued: true).run()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var counts: [String] = []
    for trial in ["by-hand", "queued"] {
      let run = try runs[trial]
      let seed = try run.first(.began, of: Race.subject)
      // What goes wrong without any race is another rule's affair.
      guard run.has(Race.calm, of: Race.subject) else {
        let fault = run.all(.noted, of: Race.subject).first {
          $0.mark.map(Race.isCalmFault) == true
        }
        return .leaving(
          "it goes wrong without any race; mend what the other rules name first",
          fault: fault?.mark.map { .race(trial: trial, $0) } ?? run.violentEnding?.reason
            ?? "in trial '\(trial)' it goes wrong without any race",
          [seed] + (fault.map { [$0] } ?? []))
      }
      if let fault = run.all(.observed, of: TrialBench.subjectName).first, let mark = fault.mark {
        return Ruling(.broken, .race(trial: trial, mark), [seed, fault])
      }
      if run.detail.reachedDeadline {
        return Ruling(
          .undecided, "trial '\(trial)' was not over in time; the machine may be busy", [seed])
      }
      if let violent = run.violentEnding, let ending = violent.ending, let seedMark = seed.mark {
        let last = try run.last(.noted, of: Race.subject)
        var ruling = Ruling(
          .broken, .endingInRace(ending, seed: seedMark, last: last.mark ?? Race.calm),
          [seed, last] + violent.evidence)
        if run.hasDied { ruling.cure = meeting }
        return ruling
      }
      let end = try run.first(.ended, of: Race.subject)
      evidence += [seed, end]
      counts.append("\(end.note) \(trial == "queued" ? "in a queue" : "by hand") with \(seed.note)")
    }
    return Ruling(
      .holds, "it came to its end once in \(counts.joined(separator: " and "))", evidence)
  }

  private static let oneState = """
    Keep one state under one lock; let every change go through one function that looks and changes \
    under that lock, and announces after letting go of it.
    """
  private static let meeting = """
    Look at the line where the process ended, and at who else may be there at the same moment. \
    \(oneState)
    """
}
