import OperationLab
import OperationDownloads
import OperationTesting

// What is kept in memory: pictures, or files.
extension Lesson21 {
  static let memoryIsDecoded = Claim(
    "C33e", "Pictures in memory are decoded already.",
    origin: .article(
      .c,
      passage: .init(
        "并且在內(nèi)存緩存里的圖片是解壓過的。",
        "and the pictures in the memory cache are decompressed.",
        at: 966)),
    expected: .everywhere(
      .confirmed,
      because: """
        The cache keeps what the download has made of the bytes. To hand it over decodes nothing, so \
        the main thread may ask; a memory that keeps files decodes on the thread of whoever asks.
        """),
    mutants: [
      .passing("decodes-each-time", as: "decoded-once"),
      .passing("decoded-once", as: "decodes-each-time"),
      .trace(of: "decoded-once", "it decodes once more") { trace in
        trace.edited { events in
          guard let decoding = events.first(where: { $0.subject == "decoder" }),
            let place = events.lastIndex(where: { $0.kind == .began })
          else { return }
          events.insert(decoding, at: place + 1)
        }
      },
      .trace(of: "decoded-once", "nothing was ever decoded") {
        $0.removing(.noted, of: "decoder")
      },
      .trace(of: "decoded-once", "the second comes from disk") {
        $0.replacing(.noted, of: "ask 2") { $0.note = "gets it from disk" }
      },
    ]
  ) { runs in
    let (run, twin) = (try runs["decoded-once"], try runs["decodes-each-time"])
    let first = try run.first(.noted, of: "ask 1", note: "gets it from network")
    let decoded = try run.first(.noted, of: "decoder")
    try run.require(decoded.seq < first.seq, "the first call had it decoded")
    let ask = try run.decodings(during: "ask 2")
    let usual = try twin.decodings(during: "ask 2")
    try twin.require(
      usual.decodings.count == 1, "a memory that keeps files decodes in the second call, too")
    return .confirmed(
      if: ask.decodings.isEmpty && run.all(.noted, of: "decoder").count == 1,
      "decoded once, for the first call; the second got it from memory and decoded nothing",
      otherwise: "the second call decoded it again",
      [decoded, first, ask.began, ask.told, ask.ended] + ask.decodings + usual.decodings)
  }
}

extension Run {
  /// A call that is answered from memory, and what was decoded during it.
  fileprivate func decodings(
    during name: String
  ) throws -> (began: Evidence, told: Evidence, ended: Evidence, decodings: [Evidence]) {
    let (began, ended) = (try first(.began, of: name), try first(.ended, of: name))
    let told = try first(.noted, of: name, note: "gets it from memory")
    try require(
      began.seq < told.seq && told.seq < ended.seq && began.thread == told.thread,
      "\(name) is answered at once")
    let decodings = all(.noted, of: "decoder").filter { began.seq < $0.seq && $0.seq < ended.seq }
    return (began, told, ended, decodings)
  }
}
