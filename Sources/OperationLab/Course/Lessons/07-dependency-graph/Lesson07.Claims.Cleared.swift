import OperationDownloads
import OperationTesting

// What becomes of an operation's dependencies when it has finished.
extension Lesson07 {
  static let dependenciesAreCleared = Claim(
    "C20c", "When an operation is finished, its dependencies are cleared.",
    origin: .article(
      .c,
      passage: .init(
        """
        當(dāng)這個(gè)值是YES是,opearation queue才會(huì)把\
        operation移除隊(duì)列,operation的依賴關(guān)系也會(huì)被清除。
        """,
        """
        Only when this value is YES does the operation queue remove the operation from the \
        queue, and the operation's dependencies are cleared, too.
        """,
        at: 161)),
    expected: .everywhere(
      .refuted, basis: .documented(page: ApplePage.dependencies),
      because: """
        Nobody waits any more, but the list stays, and keeps alive whatever is in it: lesson 16. The \
        documentation says that only removeDependency(_:) takes an operation off it.
        """),
    mutants: [
      .passing("forgets-dependencies", as: "keeps-dependencies"),
      .trace(of: "keeps-dependencies", "the list is empty in the end") {
        $0.replacing(.observed, of: "crop") { event in
          if event.state.contains(.finished) { event.note = "depends on nothing" }
        }
      },
      .trace(of: "keeps-dependencies", "it never finished") {
        $0.replacing(.observed, of: "crop") { $0.state.remove(.finished) }
      },
      .trace(of: "keeps-dependencies", "it never depended on anything") {
        $0.removing(.enqueued, of: "crop")
      },
    ]
  ) { runs in
    let (run, cure) = (try runs["keeps-dependencies"], try runs["forgets-dependencies"])
    var (evidence, names): ([Evidence], [String]) = ([], [])
    for run in [run, cure] {
      let all = try run.enqueued("crop").enqueueing?.dependencies ?? []
      try run.require(all.contains("photo"), "crop depended on photo")
      names.append(all.joined(separator: ", "))
      let put = try run.enqueued(
        "crop", in: "images", isSuspended: false, dependencies: all,
        losesDependencies: run.program == cure.program)
      let photo = try run.first(.ended, of: "photo")
      let looks = run.all(.observed, of: "crop").filter { $0.note.hasPrefix("depends on ") }
      let end = try run.first(.ended, of: "crop")
      try run.require(
        looks.count >= 2 && put.seq < photo.seq && photo.seq < end.seq && end.seq < looks[0].seq
          && looks.allSatisfy { $0.state.contains(.finished) },
        "crop waited for photo, and both were finished when somebody looked")
      evidence += [put, end, looks[0], looks[looks.count - 1]]
    }
    try run.require(
      evidence[2].note == evidence[3].note
        && ["depends on \(names[0])", "depends on nothing"].contains(evidence[3].note),
      "crop depends on photo or on nothing, and nobody changed that between the looks")
    // Otherwise nobody would see the difference.
    try cure.require(
      evidence[7].note == "depends on nothing", "removeDependency(_:) empties the list")
    return .confirmed(
      if: evidence[3].note == "depends on nothing", "the list was empty",
      otherwise: "finished, crop still \(evidence[3].note)", evidence)
  }
}
