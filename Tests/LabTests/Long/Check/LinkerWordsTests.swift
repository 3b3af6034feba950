import Testing

@testable import LabKit

@Suite("What a compiler says", .longPlan, .repeatable)
struct LinkerWordsTests {
  @Test(
    "blames the source for a missing symbol, in the words of every linker",
    arguments: [
      "/code/A.swift:3:5: error: cannot find 'x' in scope",
      "ld.lld: error: undefined symbol: $s7Checked1AC",
      "A.o: in function 'main': undefined reference to `x'",
      "Undefined symbols for architecture arm64:\n  \"_x\", referenced from:",
      "ld: Undefined symbols:\n  _x, referenced from:",
    ])
  func blamesSource(_ messages: String) {
    #expect(SubjectCompiler.blamesSource(messages))
  }

  @Test(
    "blames nothing else for it",
    arguments: ["error: unable to load standard library", "ld: library not found for -lSystem"])
  func blamesNothingElse(_ messages: String) {
    #expect(!SubjectCompiler.blamesSource(messages))
  }
}
