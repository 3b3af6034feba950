import Foundation

actor Loader {
  static let shared = Loader()
  func run(_ load: () -> Void) { load() }
}

func loadPicture(_ load: @escaping () -> Void) {
  Task { await Loader.shared.run(load) }
}
