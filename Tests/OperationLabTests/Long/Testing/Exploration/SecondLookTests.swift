import Testing

@testable import OperationLab
@testable import OperationBench

/// The programs are made up: the tests return the runs themselves.
@Suite("Exploring does not trust one look", .longPlan, .repeatable)
struct SecondLookTests {
  /// Two threads of one step each. The order names the first.
  private static func run(_ order: Order, seesAll: Bool = true, orderFailure: OrderFailure? = nil)
    -> OrderedRun
  {
    let first = order.threads.first ?? "T1"
    let threads = [first, first == "T1" ? "T2" : "T1"]
    let decisions = threads.indices.map { step in
      Decision(
        thread: threads[step],
        stands: (seesAll ? threads[step...].sorted() : [threads[step]]).map {
          Decision.Stand(thread: $0, point: Point(subject: $0, kind: .noted))
        })
    }
    return OrderedRun(
      order: order, decisions: decisions,
      run: Run(program: "made up", outcome: .completes, trace: Trace([])),
      orderFailure: orderFailure)
  }

  @Test("tries again an order that could not be followed")
  func triesAgain() throws {
    let asked = Locked(0)
    let report = try Exploration(of: "made up", crew: 1) { orders in
      orders.map { order in
        let isFirst =
          order.threads == ["T2"]
          && asked.withLock {
            $0 += 1; return $0 == 1
          }
        return Self.run(
          order, orderFailure: isFirst ? .absent(thread: "T2", step: 1, present: ["T1"]) : nil)
      }
    }.run()
    #expect(report.orders == 2 && report.isEverything)
    #expect(asked.withLock { $0 } == 2)
  }

  @Test("gives up an order that can never be followed")
  func givesUp() {
    let orderFailure = OrderFailure.absent(thread: "T2", step: 1, present: ["T1"])
    let exploration = Exploration(of: "made up", crew: 1) { orders in
      orders.map { Self.run($0, orderFailure: $0.threads.isEmpty ? nil : orderFailure) }
    }
    #expect(throws: orderFailure) { try exploration.run() }
  }

  @Test("knows whether the time was up or the orders were enough", arguments: [true, false])
  func limits(isOutOfTime: Bool) throws {
    let plan = Exploration.Plan(limit: 1, time: isOutOfTime ? .zero : .seconds(300))
    let report = try Exploration(of: "made up", crew: 1) { $0.map { Self.run($0) } }.run(plan)
    #expect(report.isOutOfTime == isOutOfTime && !report.isComplete)
    #expect(report.orders == (isOutOfTime ? 0 : 1))
  }

  @Test("finds in the end what a first look has overlooked")
  func looksAgain() throws {
    let looks = Locked(0)
    let report = try Exploration(of: "made up", crew: 1) { orders in
      orders.map { order in
        let isFirst = looks.withLock {
          $0 += 1; return $0 == 1
        }
        return Self.run(order, seesAll: !isFirst)
      }
    }.run()
    #expect(report.orders == 2 && report.isEverything)
  }
}
