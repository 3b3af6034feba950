// A small app that stalls. It shows six photos, of which two are missing on the server.
import Foundation
import OperationLab

/// BROKEN ON PURPOSE: a request without data leaves `finish()` out.
final class Load: AsyncOperation, @unchecked Sendable {
  private let number: Int

  init(photo number: Int) {
    self.number = number
    super.init()
    name = "load"
  }

  override func work() {
    Server.photo(number) { data in
      guard data != nil else { return }
      self.finish()
    }
  }
}

/// Stands for a server far away.
enum Server {
  static func photo(_ number: Int, completion: @escaping @Sendable (Data?) -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20 * number)) {
      completion(number == 2 || number == 4 ? nil : Data())
    }
  }
}

let file = try OperationEventFile(at: URL(fileURLWithPath: CommandLine.arguments[1]))
let photos = ReportingQueue(in: file)
photos.name = "photos"
photos.maxConcurrentOperationCount = 2
let screen = ReportingQueue(in: file)
screen.name = "screen"
screen.maxConcurrentOperationCount = 1

for number in 1...6 {
  let load = Load(photo: number)
  let show = TaskOperation {}
  show.name = "show"
  show.addDependency(load)
  photos.addOperation(load)
  screen.addOperation(show)
}
print("Press Return when you have waited long enough.")
_ = readLine()
