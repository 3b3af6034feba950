import Foundation

func loadPicture(_ load: @escaping () -> Void) {
  Task.detached {
    try? await Task.sleep(nanoseconds: 30_000_000)
    load()
  }
}
