import Foundation

// Two pictures at a time, and one of them big.
//
// fetch loads small pictures, the previews, and big ones, the originals. The memory is enough for two
// pictures at a time, and for one original at a time. As it is, three are loaded at the same time.
//
// Mend it: never more than two pictures are loaded at a time, and never more than one of them is an
// original. While one picture takes long, the others are loaded beside it, as far as they may. The
// order of the pictures is yours.

func fetch(previews: [() -> Void], originals: [() -> Void]) {
  let small = OperationQueue()
  small.maxConcurrentOperationCount = 2
  for preview in previews { small.addOperation(BlockOperation(block: preview)) }

  let big = OperationQueue()
  big.maxConcurrentOperationCount = 1
  for original in originals { big.addOperation(BlockOperation(block: original)) }
}
