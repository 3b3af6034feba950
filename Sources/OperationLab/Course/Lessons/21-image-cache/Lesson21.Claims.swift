import OperationLab
import OperationDownloads
import OperationTesting

extension Lesson21 {
  static let memoryFirst = Claim(
    "C33a", "The loader looks in memory first, at once, on the caller's thread.",
    origin: .article(
      .c,
      passage: .init(
        "這個(gè)過程是在主線程中進(jìn)行的",
        "this happens on the main thread",
        at: 965,
        but: "It is the thread of whoever calls, which in an app is mostly the main thread.")),
    expected: .everywhere(
      .confirmed,
      because: """
        Memory is a table under a lock. load() looks before it returns, whoever calls it; what is \
        there is handed over before it returns, too.
        """),
    mutants: [
      .trace(of: "three-places", "memory is looked at elsewhere") {
        $0.replacing(.noted, of: "memory") { $0.thread = "T9" }
      },
      .trace(of: "three-places", "the disk is first") { $0.movingToFront(.noted, of: "disk") },
      .trace(of: "three-places", "what is in memory comes later") {
        $0.movingToEnd(.noted, of: "ask 4")
      },
      .trace(of: "three-places", "only main asks") { trace in
        trace.edited { events in
          for place in events.indices where events[place].thread != "main" {
            events[place].thread = "main"
          }
        }
      },
      .trace(of: "three-places", "memory is never looked at") { $0.removing(.noted, of: "memory") },
    ]
  ) { runs in
    let run = try runs["three-places"]
    let asks = try (1...4).map { try Ask($0, in: run) }
    let disk = try run.first(.noted, of: "disk")
    let isAtOnce = asks.allSatisfy { $0.memory.thread == $0.began.thread }
    let hits = asks.filter { $0.told.note == "gets it from memory" }
    return .confirmed(
      if: isAtOnce && asks[0].memory.seq < disk.seq && asks[3].began.thread != "main"
        && hits.count == 2 && hits.allSatisfy { $0.told.seq < $0.ended.seq },
      "four calls on two threads, each with its look in memory; what was there came before the end",
      otherwise: "not every call looked in memory first, on its own thread",
      asks.flatMap { [$0.memory, $0.told] } + [disk])
  }

  static let thenDisk = Claim(
    "C33b",
    """
    ... then on disk, on a queue of the disk's own, and nowhere else when it is there; the network \
    comes last.
    """,
    origin: .article(
      .c,
      passage: .init(
        "如果內(nèi)存緩存里沒有,會(huì)從磁盤里取",
        "if it is not in the memory cache, it is taken from the disk",
        at: 969)),
    expected: .everywhere(
      .confirmed,
      because: """
        load() gives the disk's queue a block and returns. The block asks for a download when the \
        disk has nothing.
        """),
    mutants: [
      .trace(of: "three-places", "the caller's thread looks on disk") {
        $0.replacing(.noted, of: "disk") { $0.thread = "main" }
      },
      .trace(of: "three-places", "the network is asked first") {
        $0.movingToFront(.noted, of: "server")
      },
      .trace(of: "three-places", "it looks on disk for what is in memory") { trace in
        trace.edited { events in
          guard let look = events.last(where: { $0.subject == "disk" }) else { return }
          events.append(look)
        }
      },
      .trace(of: "three-places", "nobody waits for rest") { trace in
        trace.edited { events in events.removeAll { $0.note == "at rest" } }
      },
    ]
  ) { runs in
    let run = try runs["three-places"]
    let (first, third) = (try Ask(1, in: run), try Ask(3, in: run))
    let looks = run.all(.noted, of: "disk")
    let request = try run.first(.noted, of: "server", note: "is asked")
    let requests = run.all(.noted, of: "server").filter { $0.note == request.note }
    let rest = try run.first(.noted, of: "server", note: "at rest")
    guard looks.count >= 2 else {
      throw MissingEvidence.event(.noted, subject: "disk, twice", program: run.program)
    }
    return .confirmed(
      if: looks.count == 2 && looks.allSatisfy { $0.thread != "main" && $0.seq < rest.seq }
        && first.memory.seq < looks[0].seq && looks[0].seq < request.seq && requests.count == 1
        && third.memory.seq < looks[1].seq && third.told.note == "gets it from disk",
      "two looks on disk, off the caller's thread, for the two that were not in memory; one request",
      otherwise: "\(looks.count) looks on disk and \(requests.count) requests, not in that order",
      [first.memory] + looks + [request, third.told, rest])
  }

  static let tokenStopsLoader = Claim(
    "C34b", "... and the kit's loader, cancelled so, looks neither on disk nor on the network.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The download would have been asked for by the block that never looked. The caller is told \
        by cancel() itself: a block that does nothing tells nobody.
        """),
    mutants: [
      .trace(of: "cancels-look", "it looks on disk") {
        $0.replacing(.noted, of: "disk") { $0.note = "does not have /p" }
      },
      .trace(of: "cancels-look", "the server is asked") {
        $0.replacing(.noted, of: "server") { $0.note = "was asked for /p" }
      },
      .trace(of: "cancels-look", "the disk is not busy any more") {
        $0.movingToFront(.ended, of: "other look")
      },
      .trace(of: "cancels-look", "nobody is told") { $0.removing(.noted, of: "caller") },
      .trace(of: "cancels-look", "nobody looked in the end") { $0.removing(.settled) },
    ]
  ) { runs in
    let run = try runs["cancels-look"]
    let other = try run.first(.noted, of: "disk")
    let busy = try (run.first(.began, of: "other look"), run.first(.ended, of: "other look"))
    let asked = try run.first(.noted, of: "memory", note: "does not have /p")
    let cancelled = try run.first(.cancelled, of: "token")
    try run.require(
      cancelled.state == [.ready, .cancelled] && busy.0.seq < asked.seq
        && asked.seq < cancelled.seq && cancelled.seq < busy.1.seq,
      "it was cancelled while the disk was busy with another picture")
    let told = run.all(.noted, of: "caller")
    let rest = try run.last(.settled, of: "token")
    let requests = try run.first(.noted, of: "server")
    guard !told.isEmpty else {
      throw MissingEvidence.event(.noted, subject: "caller", program: run.program)
    }
    let looks = run.all(.noted, of: "disk").map(\.note)
    return .confirmed(
      if: looks == ["does not have /other"] && told.map(\.note) == ["gets the error: cancelled"]
        && requests.note == "was asked for nothing" && rest.state == [.ready, .cancelled],
      "no look on disk, no request; the caller was told once that it is cancelled",
      otherwise: "disk: \(looks); server: \(requests.note); caller: \(told.map(\.note))",
      [other, busy.0, asked, cancelled] + told + [busy.1, rest, requests])
  }
}

/// A call of `load()`: its body is the call itself.
private struct Ask {
  let began: Evidence
  let ended: Evidence
  /// The look in memory during the call.
  let memory: Evidence
  let told: Evidence

  init(_ number: Int, in run: Run) throws {
    let (began, ended) = try (
      run.first(.began, of: "ask \(number)"), run.first(.ended, of: "ask \(number)")
    )
    let looks = run.all(.noted, of: "memory").filter { (began.seq..<ended.seq).contains($0.seq) }
    guard let look = looks.first, looks.count == 1 else {
      throw MissingEvidence.event(
        .noted, subject: "memory, during ask \(number)", program: run.program)
    }
    (self.began, self.ended, memory) = (began, ended, look)
    told = try run.first(.noted, of: "ask \(number)")
  }
}
