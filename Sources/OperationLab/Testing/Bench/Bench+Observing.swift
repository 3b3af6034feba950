import Foundation
import OperationLab

// What programs ask of Foundation's objects besides the four flags, written down as it was answered:
// claims judge these answers, and never what a program says of itself.
extension Bench {
  /// Writes down the class of an operation, and what it answers for `isAsynchronous`.
  ///
  /// - Parameters:
  ///   - operation: whom to ask.
  ///   - subject: the operation's name in the trace.
  package func observeIsAsynchronous(_ operation: Operation, as subject: String) {
    let name = "\(type(of: operation))".prefix { $0 != "<" }
    // On Darwin some of Foundation's classes still go by the names they have in Objective-C.
    let type = name.hasPrefix("NS") ? name.dropFirst(2) : name
    log(subject)(
      .noted, nil, .type(String(type), isAsynchronous: operation.isAsynchronous))
  }

  /// Writes down the queue that runs the calling thread's operation; to be called in a body.
  package func observeCurrentQueue(in subject: String) {
    log(subject)(.noted, nil, .currentQueue(OperationQueue.current?.name))
  }

  /// Writes down which of the bench's queues holds an operation, in the words of
  /// ``Event/Kind/settled``, and its state.
  package func observePlace(of operation: Operation) {
    let name = roster.name(of: operation)
    let queue = roster.snapshot().operation(name)?.queue
    log(name)(.observed, operation, .place(queue: queue))
  }

  /// Writes down what an operation depends on.
  package func observeDependencies(of operation: Operation) {
    let names = Platform.releasingTemporaries {
      operation.dependencies.map(roster.name(of:))
    }
    log(roster.name(of: operation))(.observed, operation, .dependencies(names))
  }
}
