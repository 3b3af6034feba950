import Testing

/// Reads the tests.
@Suite("A failure in any suite", .repeatable)
struct RepeatableTests {
  @Test("prints the command that repeats its test")
  func isRepeatable() throws {
    let trait = ".repeat" + "able"
    for file in try SourceTree("Tests").files {
      let suites = file.source.matches(of: /(?m)^ *(?:@MainActor )?@Suite/).count
      #expect(file.source.split(separator: trait).count > suites || suites == 0, "\(file.path)")
    }
  }
}
