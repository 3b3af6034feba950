import Foundation
import Testing

@testable import OperationCourse

@Suite(.longPlan, .repeatable) struct LoopbackBodyTests {
  @Test("a generated body gives the same bytes, however it is cut")
  func generatedBody() {
    let body = LoopbackServer.Body.generated(length: 200_003, seed: 3)
    let whole = body.bytes(0..<200_003)
    #expect(whole.count == 200_003)
    for cut in [1, 5, 8, 65_535, 65_536, 65_540, 65_544, 131_072, 200_002] {
      #expect(body.bytes(0..<cut) + body.bytes(cut..<200_003) == whole)
    }
  }

  @Test("every block of a generated body is different") func distinctBlocks() {
    let body = LoopbackServer.Body.generated(length: 65_536 * 4)
    let blocks = (0..<4).map { body.bytes(($0 * 65_536)..<(($0 + 1) * 65_536)) }
    #expect(Set(blocks).count == 4)
  }

  @Test("a range is limited to the bytes there are") func rangeIsClamped() {
    let body = LoopbackServer.Body(Data("0123456789".utf8).dropFirst(2))
    #expect(body.bytes(6..<99) == Data("89".utf8))
  }

  @Test("matching notices a missing, an extra and a wrong byte")
  func matching() throws {
    let body = LoopbackServer.Body.generated(length: 100)
    var wrong = body.bytes(0..<100)
    wrong[50] ^= 1
    let cases = [body.bytes(0..<100), body.bytes(0..<99), body.bytes(0..<100) + [0], wrong]
    let verdicts = try withFolder { folder throws in
      try cases.map { data in
        let url = folder.appending(path: "file")
        try data.write(to: url)
        return try body.matches(fileAt: url)
      }
    }
    #expect(verdicts == [true, false, false, false])
  }
}
