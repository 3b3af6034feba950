/// The addresses that a section's links lead to. They stand at the end of the section, because in
/// the middle of a sentence a long address makes a narrow terminal hard to read.
struct MarkdownFootnotes {
  private var last = 0
  private var numbers: [String: Int] = [:]
  private(set) var pending: [(number: Int, address: String)] = []

  /// The number under which an address stands; the same one for the same address in one section.
  mutating func number(of address: String) -> Int {
    if let number = numbers[address] { return number }
    last += 1
    numbers[address] = last
    pending.append((last, address))
    return last
  }

  /// Ends a section; numbers go on in the next.
  mutating func take() -> [(number: Int, address: String)] {
    defer {
      numbers = [:]
      pending = []
    }
    return pending
  }
}
