/// The five articles whose statements the kit tests.
package enum Article: String, Codable, CaseIterable, Sendable {
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"
  case e = "E"
}
