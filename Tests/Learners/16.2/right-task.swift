import Foundation

func run(
  load: @escaping () -> Void, save: @escaping () -> Void, show: @escaping () -> Void,
  in queue: OperationQueue
) {
  Task {
    for step in [load, save, show] {
      await withCheckedContinuation { isOver in
        queue.addOperation {
          step()
          isOver.resume()
        }
      }
    }
  }
}
