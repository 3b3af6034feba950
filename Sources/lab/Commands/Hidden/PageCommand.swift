import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// Makes the page of any trace: how pages of traces larger than a lesson's are tried.
struct PageCommand: Command {
  static let name = "__page"
  static let abstract = "internal: a page of a trace"
  static let operands = "TRACE.json FILE.html"
  static let options: [OptionSpec] = []

  private let trace: String
  private let page: String

  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 2 else {
      throw .usage("'lab \(Self.name)' takes a trace in JSON and the page to write")
    }
    trace = arguments.operands[0]
    page = arguments.operands[1]
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    do {
      let trace = try JSONDecoder().decode(
        Trace.self, from: Data(contentsOf: URL(fileURLWithPath: trace)))
      let text = Timeline(trace).html(title: "A trace")
      try Data(text.utf8).write(to: URL(fileURLWithPath: page))
    } catch {
      throw Failure(status: .unreadable, message: "cannot make a page of \(trace): \(error)")
    }
    return .passed
  }
}
