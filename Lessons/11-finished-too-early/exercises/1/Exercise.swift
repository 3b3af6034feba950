import Foundation
import OperationLab

// Finished only when the picture is there.
//
// makeDownload makes an operation whose block begins a transfer. begin returns at once, and calls
// the closure that you give to it when the picture is there. The next operation needs the picture,
// but it starts too early.
//
// Mend it: the operation begins the transfer, and finishes when the closure has been called, not
// before. Then its queue starts the next operation. You can use AsyncOperation, the base class of
// the kit: override work(), and call finish() at the end.

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    begin {
      // The picture is there.
    }
  }
}
