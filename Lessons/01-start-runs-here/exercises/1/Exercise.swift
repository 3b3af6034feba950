import Foundation

// Load a picture without freezing the screen.
//
// loadPicture is called on the main thread, for instance when a button is pressed. load may take
// long, and the screen is frozen until loadPicture returns.
//
// Mend it: each call of loadPicture calls its load once, on another thread, and returns without
// waiting: neither for load nor for a timer.

func loadPicture(_ load: @escaping () -> Void) {
  let operation = BlockOperation(block: load)
  operation.start()
}
