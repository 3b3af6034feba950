import Foundation
import LabKit
import OperationCourse

/// Serves files that exist nowhere, for measuring downloads. Ends when standard input does.
struct ServeCommand: Command {
  static let program = "labdocs"
  static let name = "serve"
  static let abstract = "serve made-up files on this machine"
  static let operands = ""
  static let options: [OptionSpec] = []

  init(_ arguments: Arguments) throws(Failure) { try arguments.refuseOperands(of: Self.self) }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let server: LoopbackServer
    do { server = try LoopbackServer() } catch {
      throw Failure(status: .internalFault, message: "cannot listen: \(error)")
    }
    server.serve("/large", LoopbackServer.Resource(.generated(length: 200_000_000)))
    let body = LoopbackServer.Body.generated(length: 10_000).bytes(0..<10_000)
    for number in 0..<1_000 {
      server.serve("/small/\(number)", LoopbackServer.Resource(body))
    }
    console.show("\(server.port)")
    while readLine() != nil {}
    server.stop()
    return .passed
  }
}
