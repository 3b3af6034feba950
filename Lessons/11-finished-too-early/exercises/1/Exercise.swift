import Foundation
import OperationLab

// Finished only when the picture is there.
//
// makeDownload makes an operation whose block sets a transfer going. begin returns at once, and
// the closure that you give to it is called when the picture is there. The next operation needs
// the picture, and it runs too early.
//
// Mend it: the operation sets the transfer going, and is finished when the closure has been
// called, not before. Then its queue starts the next operation. You can use the kit's base class
// AsyncOperation: override work(), and call finish() at the end.

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    begin {
      // The picture is there.
    }
  }
}
