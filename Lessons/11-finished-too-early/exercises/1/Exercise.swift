import Foundation
import OperationLab

// Finished only when the picture is there.
//
// makeDownload makes an operation whose block sets a transfer going. begin returns at once; the
// closure that you give to it is called when the picture is there. The next operation wants the
// picture, and it runs too early.
//
// Mend it: the operation is finished when the closure has been called, and not before. The kit's
// base class AsyncOperation is at hand: override work(), and call finish() at the end.

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    begin {
      // The picture is there.
    }
  }
}
