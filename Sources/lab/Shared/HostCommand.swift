import OperationCourse
import OperationLab
import OperationBench

/// What a child of `lab` does: it runs one program and writes its events to standard output.
package struct HostCommand: Command {
  package static let name = "__host"
  package static let abstract = "run one program as a child process"
  package static let operands = "SLUG PROGRAM"
  package static let options = [
    OptionSpec("--orders", "TEXT", "in these orders, one after the other, each after a ';'")
  ]

  private let program: Program
  private let orders: [Order]?

  package init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 2,
      let program = Lessons.find(arguments.operands[0])?.program(named: arguments.operands[1])
    else {
      throw .usage("'\(Self.title)' is for lab itself")
    }
    self.program = program
    orders = arguments.value("--orders").map([Order].init(listed:))
  }

  package func run(_ console: Console) throws(Failure) -> ExitStatus {
    let host = ProgramHost(quit: { quit(ExitStatus(rawValue: $0) ?? .internalFault) })
    if let orders { host.run(orders: orders, program.body) } else { host.run(program.body) }
    // The watch for hangs is about to end the process.
    while true { pauseForEver() }
  }

  private func pauseForEver() {
    Platform.parkThread()
  }
}
