import Foundation

func loadPicture(_ load: @escaping () -> Void) {
  Thread { load() }.start()
}
