import Foundation

func loadPicture(_ load: @escaping () -> Void) {
  DispatchQueue.main.async {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { load() }
  }
}
