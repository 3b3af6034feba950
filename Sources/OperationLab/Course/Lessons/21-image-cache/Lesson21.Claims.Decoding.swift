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
    Scenario(
      "decoded-once",
      given: answeredFromMemory + [
        .order(
          .marked(like: decodes(0), by: "decoder"), .marked(gets(from: "network"), by: "ask 1"))
      ],
      expect: [.times(1, .noted, of: "decoder")]),
    Scenario(
      "decodes-each-time",
      given: answeredFromMemory + [
        .order(
          .began("ask 2"), .marked(like: decodes(0), by: "decoder").after(.began("ask 2")),
          .ended("ask 2"))
      ],
      expect: []))
}
