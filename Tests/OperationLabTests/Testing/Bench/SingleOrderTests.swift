import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

// Before Swift 6.2, tests cannot ask how a process ends.
#if compiler(>=6.2)
  /// How many orders there are is tested in the long plan. This has its own process, too.
  @Suite("A run in one order", .repeatable)
  struct SingleOrderTests {
    @Test("lets the threads go on as it says, and then the last of them as long as it can")
    func order() async {
      await #expect(processExitsWith: .success) {
        let told = try await elsewhere {
          try [[], ["T1", "T2"], ["T2", "T1", "T1"]].map { threads in
            let order = Order(threads)
            let exploration = Exploration(of: "two threads") { bench in
              for name in ["a", "b"] {
                bench.elsewhere {
                  let log = bench.log(name)
                  for number in 1...2 { log(.noted, note: "\(number)") }
                }
              }
            }
            let run = try exploration.runner([order])[0]
            return run.run.trace.events.filter { $0.kind == .noted }
              .map { "\($0.subject)\($0.note)" }.joined(separator: " ")
          }
        }
        demand(told == ["a1 a2 b1 b2", "a1 b1 b2 a2", "b1 a1 a2 b2"], "\(told)")
      }
    }
  }
#endif
