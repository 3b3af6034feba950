extension LoopbackServer {
  /// One line of a message's head.
  public struct Header: Hashable, Codable, Sendable {
    /// As it was sent; compared without regard to case.
    public var name: String
    /// Without the blanks around it.
    public var value: String

    /// A header with its value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A request that arrived, as a test wants to assert it.
  public struct Request: Hashable, Codable, Sendable {
    /// `GET`, `HEAD`, or whatever was sent.
    public var method: String
    /// The address within the server, percent decoding done, without its query.
    public var path: String
    /// How many requests this path had before: the first has number 0.
    public var number: Int
    /// In the order of their arrival.
    public var headers: [Header]

    /// The first value of a header, by any spelling of its name.
    public subscript(name: String) -> String? { headers.values(of: name).first }
  }
}

extension [LoopbackServer.Header] {
  func values(of name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }
}
