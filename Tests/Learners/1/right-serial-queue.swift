import Foundation

private let pictures = DispatchQueue(label: "pictures")

func loadPicture(_ load: @escaping () -> Void) {
  pictures.async(execute: load)
}
