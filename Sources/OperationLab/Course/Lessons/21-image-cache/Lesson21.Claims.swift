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
    in: "three-places", given: eachAskLooksInMemoryOnce,
    expect: [
      .each(asks) { [.sameThread(.began($0), lookInMemory($0))] },
      .order(lookInMemory("ask 1"), .marked(lacks("/p"), by: "disk")),
      .onMain(.began("ask 4"), false),
      .order(lookInMemory("ask 2"), .marked(gets(from: "memory"), by: "ask 2"), .ended("ask 2")),
      .order(lookInMemory("ask 4"), .marked(gets(from: "memory"), by: "ask 4"), .ended("ask 4")),
    ])

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
    in: "three-places",
    given: eachAskLooksInMemoryOnce + [
      .order(.marked(has("/p"), by: "disk"), .marked(isAtRest, by: "server"))
    ],
    expect: [
      .marks([lacks("/p"), has("/p")], by: "disk"),
      .onMain(.marked(lacks("/p"), by: "disk"), false),
      .onMain(.marked(has("/p"), by: "disk"), false),
      .order(
        lookInMemory("ask 1"), .marked(lacks("/p"), by: "disk"), .marked(isAsked, by: "server")),
      .marks([isAsked, isAtRest], by: "server"),
      .order(lookInMemory("ask 3"), .marked(has("/p"), by: "disk")),
      .marks([gets(from: "disk")], by: "ask 3"),
    ])

  static let tokenStopsLoader = Claim(
    "C34b", "... and the kit's loader, cancelled so, looks neither on disk nor on the network.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The download would have been asked for by the block that never looked. The caller is told \
        by cancel() itself: a block that does nothing tells nobody.
        """),
    in: "cancels-look",
    given: [
      .order(
        .began("other look"), .marked(lacks("/p"), by: "memory"), .cancelled("token"),
        .ended("other look")),
      .state([.ready, .cancelled], at: .cancelled("token")),
    ],
    expect: [
      .marks([lacks("/other")], by: "disk"), .marks([wasAsked(for: "nothing")], by: "server"),
      .marks([getsError("cancelled")], by: "caller"),
      .state([.ready, .cancelled], at: .settled("token")),
    ])
}
