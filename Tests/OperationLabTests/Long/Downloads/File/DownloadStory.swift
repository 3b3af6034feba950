import Foundation
import OperationCourse
import OperationDownloads
import Testing

/// Downloads of one file, one after the other: what the server does in each, and what comes of it.
struct DownloadStory: CustomTestStringConvertible, Sendable {
  typealias Resource = LoopbackServer.Resource

  let title: String
  let attempts: [Attempt]
  /// Whether what an attempt leaves may be resumed by the next.
  var keepsPart = true
  /// Seconds that the session waits for a silent server.
  var idleTimeout: TimeInterval = 600

  init(_ title: String, _ attempts: Attempt...) { (self.title, self.attempts) = (title, attempts) }

  var testDescription: String { title }

  struct Attempt: Sendable {
    let reply: Resource
    let asks: Request
    let end: End
    /// Whether received bytes stay, with the record of what they are.
    var keeps = false
    /// Changes the folder first.
    var before: @Sendable (DownloadBench) throws -> Void = { _ in }
  }

  enum Request: Equatable, Sendable {
    case whole, nothing
    case rest(from: Int, of: String = "\"v1\"")
  }

  enum End: Sendable {
    case finishes(LoopbackServer.Body)
    case fails(DownloadError)
    /// Fails with words that depend on the platform, and is worth a retry if `true`.
    case failsSomehow(isWorthRetrying: Bool? = nil)
    /// The connection broke, which is worth a retry.
    case breaks
  }
}

extension DownloadStory.Attempt {
  static func finishes(
    _ reply: DownloadStory.Resource = .file(), asks: DownloadStory.Request = .whole,
    before: @escaping @Sendable (DownloadBench) throws -> Void = { _ in }
  ) -> Self {
    Self(reply: reply, asks: asks, end: .finishes(reply.body), before: before)
  }

  static func fails(
    _ reply: DownloadStory.Resource, asks: DownloadStory.Request = .whole,
    _ end: DownloadStory.End, keeps: Bool = false
  ) -> Self {
    Self(reply: reply, asks: asks, end: end, keeps: keeps)
  }

  /// A first attempt that leaves so many bytes.
  static func isCut(after count: Int = 100_000) -> Self {
    fails(.file(.cut(after: count)), .breaks, keeps: true)
  }
}

extension LoopbackServer.Resource {
  static func file(
    _ fault: LoopbackServer.Fault? = nil, _ body: LoopbackServer.Body = DownloadStory.body,
    etag: String? = "\"v1\"", framing: Framing = .fixed
  ) -> Self {
    Self(body, etag: etag, framing: framing, fault: fault)
  }

  static func sends(_ reply: String) -> Self { file(.garbage(Data(reply.utf8))) }
}

extension DownloadStory {
  static let body = LoopbackServer.Body.generated(length: 300_000)
  static let other = LoopbackServer.Body.generated(length: 300_000, seed: 2)

  static let all = whole + broken + refused + resumed + distrusted

  private static let whole =
    [0, 1, 16_384, 300_000].map { length in
      var story = Self(
        "a file of \(length) bytes arrives complete",
        .finishes(.file(nil, .generated(length: length))))
      story.keepsPart = false
      return story
    } + [
      Self("a chunked file arrives complete", .finishes(.file(framing: .chunked))),
      Self(
        "an older file is replaced in one step",
        .finishes { try Data("old".utf8).write(to: $0.destination) }),
      Self(
        "a redirection is followed",
        .finishes(.file(.status(302, [.init("Location", "/elsewhere")])))),
    ]

  private static let broken = [
    Self("a connection is cut", .isCut()),
    Self("a connection is reset", .fails(.file(.reset(after: 100_000)), .breaks, keeps: true)),
    Self(
      "a chunked file is cut off",
      .fails(
        .file(.cut(after: 100_000), framing: .chunked), .failsSomehow(isWorthRetrying: true),
        keeps: true)),
    Self(
      "bytes without a validator are not kept",
      .fails(.file(.cut(after: 100_000), etag: nil), .failsSomehow(isWorthRetrying: true))),
    Self(
      "bytes with a weak validator are not kept",
      .fails(.file(.cut(after: 100_000), etag: "W/\"v1\""), .failsSomehow(isWorthRetrying: true))),
    {
      var story = Self(
        "a silent server is given up after the session's timeout",
        .fails(
          .file(.stall(after: 100_000, .init())), .failsSomehow(isWorthRetrying: true), keeps: true)
      )
      story.idleTimeout = 1
      return story
    }(),
  ]

  private static let refused: [Self] =
    [
      Self("status 404", .fails(.file(.status(404, [])), .fails(.status(404)))),
      Self("status 401", .fails(.file(.status(401, [retryAfter])), .fails(.needsAuthentication))),
      Self(
        "a server asks for a password",
        .fails(
          .file(.status(401, [.init("WWW-Authenticate", "Basic realm=\"x\"")])),
          .fails(.needsAuthentication))),
      Self("a redirection leads nowhere", .fails(.file(.status(302, [])), .failsSomehow())),
      Self(
        "a body that ends with the connection is refused",
        .fails(
          .sends("HTTP/1.1 200 OK\r\n\r\nabc"),
          .fails(
            .badReply("it does not say where the file ends, so a cut would go unnoticed")))),
      Self(
        "an encoded body is refused",
        .fails(
          .sends("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"),
          .fails(.badReply("it is encoded as gzip, and Foundation keeps only the decoded bytes")))),
    ]
    + [429, 500, 503].map { status in
      Self(
        "status \(status)",
        .fails(.file(.status(status, [retryAfter])), .fails(.status(status, retryAfter: 2))))
    }
    + ["", "nonsense", "nonsense\r\n\r\n", "HTTP/1.1 99 X\r\n\r\n"].map { text in
      Self("the reply is \(text.debugDescription)", .fails(.sends(text), .failsSomehow()))
    }

  private static let retryAfter = LoopbackServer.Header("Retry-After", "2")

  private static let resumed: [Self] = [
    Self(
      "the rest of the same version is requested", .isCut(),
      .finishes(asks: .rest(from: 100_000))),
    Self(
      "a file that changed starts over", .isCut(),
      .finishes(.file(nil, other, etag: "\"v2\""), asks: .rest(from: 100_000))),
    Self(
      "a changed file that is cut off, too, is continued as the new version", .isCut(),
      .fails(
        .file(.cut(after: 50_000), other, etag: "\"v2\""), asks: .rest(from: 100_000), .breaks,
        keeps: true),
      .finishes(.file(nil, other, etag: "\"v2\""), asks: .rest(from: 50_000, of: "\"v2\""))),
    Self(
      "without a validator nothing can be resumed",
      .fails(.file(.cut(after: 100_000), etag: nil), .breaks), .finishes(.file(etag: nil))),
    Self(
      "with a weak validator nothing can be resumed",
      .fails(.file(.cut(after: 100_000), etag: "W/\"v1\""), .breaks),
      .finishes(.file(etag: "W/\"v1\""))),
    Self(
      "an ignored range starts over", .isCut(),
      .finishes(.file(.ignoreRange), asks: .rest(from: 100_000))),
    Self(
      "a short part is continued", .isCut(),
      .fails(
        .file(.shortBody(missing: 1_000)), asks: .rest(from: 100_000),
        .failsSomehow(isWorthRetrying: true), keeps: true),
      .finishes(asks: .rest(from: 299_000))),
    Self(
      "a part that is complete gets its name without a request", .isCut(),
      .finishes(asks: .nothing) { bench in
        try body.bytes(0..<300_000).write(to: PartFile.partURL(of: bench.destination))
      }),
  ]

  private static let distrusted =
    ["bytes 0-199999/300000", "bytes 100000-299999/300001", "nonsense"].map { range in
      Self(
        "the wrong part '\(range)' is refused, and the next attempt starts from the beginning",
        .isCut(),
        .fails(
          .file(.contentRange(range)), asks: .rest(from: 100_000),
          .failsSomehow(isWorthRetrying: true)),
        .finishes())
    }
    + ["", "{", "{\"url\":\"http://127.0.0.1/other\",\"etag\":\"\\\"v1\\\"\"}"].map { record in
      Self(
        "a part with the record '\(record)' is not trusted",
        .finishes { bench in
          try other.bytes(0..<1_000).write(to: PartFile.partURL(of: bench.destination))
          try Data(record.utf8).write(to: PartFile.recordURL(of: bench.destination))
        })
    } + [
      Self(
        "a part longer than its file is not trusted", .isCut(),
        .finishes { bench in
          let part = PartFile.partURL(of: bench.destination)
          try (other.bytes(0..<300_000) + [0]).write(to: part)
        }),
      Self(
        "a part is not taken for the whole because its record was shortened", .isCut(),
        .finishes { bench in
          let record = PartFile.recordURL(of: bench.destination)
          let text = try String(contentsOf: record, encoding: .utf8)
          try Data(text.replacing("300000", with: "100000").utf8).write(to: record)
        }),
    ]
}
