import Foundation

/// Loads a little later, so that several calls in a row do not begin at the same moment.
func loadPicture(_ load: @escaping () -> Void) {
  let timer = DispatchSource.makeTimerSource(queue: .global())
  timer.setEventHandler {
    timer.cancel()
    load()
  }
  timer.schedule(deadline: .now() + 0.2)
  timer.resume()
}
