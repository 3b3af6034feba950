import Foundation

extension LoopbackServer {
  /// What is served at a path: a file, how it is sent, and what goes wrong on the way.
  package struct Resource: Sendable {
    /// How a reply says where its body ends.
    package enum Framing: Sendable {
      /// By `Content-Length`.
      case fixed
      /// By chunks, the total being unknown until the end.
      case chunked
    }

    /// The bytes.
    package var body: Body
    /// The version's strong or weak validator, with its quotes, `"v1"` or `W/"v1"`; nil for none.
    package var etag: String?
    /// The date of the version, as it is sent; compared as text, which is all that `If-Range` needs.
    package var lastModified: String?
    /// Further headers of a reply, such as `Date`, which this server does not send by itself.
    package var headers: [Header] = []
    /// How the body's end is told.
    package var framing: Framing
    /// What goes wrong; nil for a good reply.
    package var fault: Fault?

    /// A file with its validators.
    package init(
      _ body: Body, etag: String? = "\"v1\"", lastModified: String? = nil,
      framing: Framing = .fixed, fault: Fault? = nil
    ) {
      self.body = body
      self.etag = etag
      self.lastModified = lastModified
      self.framing = framing
      self.fault = fault
    }

    /// A file that is in memory.
    package init(_ data: Data, etag: String? = "\"v1\"", fault: Fault? = nil) {
      self.init(Body(data), etag: etag, fault: fault)
    }

    /// The same resource with something going wrong.
    package func failing(_ fault: Fault?) -> Resource {
      var copy = self
      copy.fault = fault
      return copy
    }
  }

  /// Something that goes wrong with a reply, exactly as asked.
  package enum Fault: Sendable {
    /// Ends the connection in good order after so many bytes of body, whatever was announced.
    case cut(after: Int)
    /// The same, but resets the connection, as a crashed server's machine does.
    case reset(after: Int)
    /// Sends so many bytes of body, then nothing until the hold is released.
    case stall(after: Int, Hold)
    /// Sends nothing at all, not even a status, until the hold is released.
    case silence(Hold)
    /// Sends the body in pieces of so many bytes, with a pause of so many milliseconds between them.
    case trickle(pieces: Int, pause: Int)
    /// Sends the body in pieces of so many bytes; before each it waits at a hold of its own, if there
    /// is one.
    case paced(pieces: Int, [Hold])
    /// Sends the part that was asked for under this `Content-Range` instead of the true one.
    case contentRange(String)
    /// Answers 200 with the whole, as if no part had been asked for.
    case ignoreRange
    /// Leaves out so many bytes at the end and announces the shorter length as the true one;
    /// for a part, `Content-Range` still speaks of all of it.
    case shortBody(missing: Int)
    /// Answers with a status, headers and no body.
    case status(Int, [Header])
    /// Sends these bytes instead of a reply, and closes.
    case garbage(Data)
  }
}
