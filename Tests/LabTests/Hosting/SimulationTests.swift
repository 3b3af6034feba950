import Testing

@testable import lab

/// The whole program as on a system that tells nothing of threads and interrupts none: slower, but
/// right.
@Suite("On a system that tells nothing of its threads", .elsewhere)
struct SimulationTests {
  private static let environment = ["OPERATIONLAB_SIMULATE": "darwin"]

  // Every rest takes seconds here; `Scripts/soak` under the same environment tries all lessons.
  @Test("a lesson ends as declared", arguments: ["1"])
  func lessons(_ number: String) throws {
    let result = try LabProcess(
      arguments: ["lesson", number, "--timeout", "60"], environment: Self.environment
    ).run()
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("a sound operation breaks no rule")
  func sound() throws {
    let result = try Fixture(Fixture.sound).check(
      "--make", "Sound(work: probe.begin)", "--rule", "completes-in-a-queue", "--rule",
      "does-not-spin", environment: Self.environment)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(!result.lines.contains { $0.hasPrefix("?") }, "\(result.output)")
  }

  @Test("an operation that never ends is found out")
  func broken() throws {
    let source = "import Foundation\nclass A: Operation { override func start() {} }"
    let result = try Fixture(source).check(
      "--make", "A()", "--rule", "completes-in-a-queue", environment: Self.environment)
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("completes-in-a-queue: broken"))
  }

  @Test("a missing symbol is a fault of the file, in the words of Apple's linker")
  func linker() throws {
    let source = """
      import Foundation
      @_silgen_name("nobody_has_this") func nobody()
      class A: Operation, @unchecked Sendable { override func main() { nobody() } }
      """
    let result = try Fixture(source).check(
      "--make", "A()", "--rule", "starts-fresh", environment: Self.environment)
    #expect(result.status == 65, "\(result.output)\(result.errors)")
  }
}
