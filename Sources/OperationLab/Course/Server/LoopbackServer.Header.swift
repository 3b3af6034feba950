extension LoopbackServer {
  /// One line of a message's head.
  package struct Header: Hashable, Codable, Sendable {
    /// As it was sent; compared without regard to case.
    package var name: String
    /// Without the blanks around it.
    package var value: String

    /// A header with its value.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A request that arrived, as a test wants to assert it.
  package struct Request: Hashable, Codable, Sendable {
    /// `GET`, `HEAD`, or whatever was sent.
    package var method: String
    /// The address within the server, percent decoding done, without its query.
    package var path: String
    /// How many requests this path had before: the first has number 0.
    package var number: Int
    /// In the order of their arrival.
    package var headers: [Header]

    /// The first value of a header, by any spelling of its name.
    package subscript(name: String) -> String? { headers.values(of: name).first }
  }
}

extension [LoopbackServer.Header] {
  func values(of name: String) -> [String] {
    let name = name.lowercased()
    return filter { $0.name.lowercased() == name }.map(\.value)
  }
}
