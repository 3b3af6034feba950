import Foundation

// Load a picture without freezing the screen.
//
// loadPicture is called on the main thread, for instance when a button is pressed. load takes as
// long as it takes, and as long as loadPicture has not come back the screen is frozen.
//
// Mend it: load runs on another thread, and loadPicture comes back before it is done.

func loadPicture(_ load: @escaping () -> Void) {
  let operation = BlockOperation(block: load)
  operation.start()
}
