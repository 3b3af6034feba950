// misses: through-start
import Foundation

func giveUp(_ operation: Operation) {
  operation.cancel()
  operation.main()
}
