import Foundation

extension OperationState {
  /// Asks an operation for its four flags, one after the other, through its own getters.
  ///
  /// The reading is no atomic picture: an operation may move on between two of the questions.
  package init(of operation: Operation) {
    self = []
    if operation.isReady { insert(.ready) }
    if operation.isExecuting { insert(.executing) }
    if operation.isFinished { insert(.finished) }
    if operation.isCancelled { insert(.cancelled) }
  }
}
