import Foundation

func upload(_ attempt: @escaping () -> Bool, in queue: OperationQueue) {
  queue.addOperation {
    if attempt() { return }
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler {
      timer.cancel()
      upload(attempt, in: queue)
    }
    timer.schedule(deadline: .now() + .milliseconds(250), leeway: .milliseconds(5))
    timer.resume()
  }
}
