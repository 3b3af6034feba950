import OperationLab

// What the operations and programs record about themselves.
extension Lesson10 {
  static let requestGoesOut: Event.Mark = "a request goes out"
  static let inDidSet: Event.Mark = "in didSet"

  static func step(_ number: Int) -> Event.Mark { Event.Mark("step {}", .number(number)) }

  static func wants(_ result: String) -> Event.Mark {
    Event.Mark("wants to deliver {}", .text(result))
  }

  static func delivers(_ result: String) -> Event.Mark { Event.Mark("delivers {}", .text(result)) }

  static func isAboutToChange(_ key: String) -> Event.Mark {
    Event.Mark("before {} changes", .text(key))
  }

  static func inheritedIsFinished(_ isFinished: Bool) -> Event.Mark {
    Event.Mark("inherited isFinished {}", .text("\(isFinished)"))
  }

  static func answers(isAsynchronous: Bool, inheritedIsFinished: Bool) -> Event.Mark {
    Event.Mark(
      "isAsynchronous {}, inherited isFinished {}", .text("\(isAsynchronous)"),
      .text("\(inheritedIsFinished)"))
  }

  static func inQueue(_ count: Int) -> Event.Mark {
    Event.Mark("{} in the queue", .number(count))
  }
}
