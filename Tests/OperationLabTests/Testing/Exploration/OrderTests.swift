import OperationBench
import Testing

@Suite("An order's text", .repeatable)
struct OrderTests {
  @Test("says how often a thread goes, and is read back as the same order")
  func roundTrip() throws {
    let order = Order(["main", "main", "main", "T1", "main", "T12"])
    #expect(order.description == "main:3,T1,main,T12")
    #expect(Order(text: order.description) == order)
  }

  @Test(
    "of anything else is refused",
    arguments: ["", "main,", "T0", "T", "boil", "main:0", "main:-1", "main:x", "T1:2:3", "T1 T2"])
  func refused(text: String) {
    #expect(Order(text: text) == nil)
  }

  @Test("longer than any run is refused, however it is put together")
  func tooLong() {
    #expect(Order(text: "main:100000") != nil)
    #expect(Order(text: "main:100001") == nil)
    #expect(Order(text: "main:60000,T1:60000") == nil)
    #expect(Order(text: "main:99999999999999999999") == nil)
  }
}
