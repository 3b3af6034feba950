import OperationLab

/// The five articles whose statements the kit tests.
package enum Article: String, Codable, CaseIterable, Sendable {
  /// Article A.
  case a = "A"
  /// Article B.
  case b = "B"
  /// Article C.
  case c = "C"
  /// Article D.
  case d = "D"
  /// Article E.
  case e = "E"

  /// The title, in English.
  package var title: String {
    switch self {
    case .a: "All you need to know about NSOperation"
    case .b: "Resumable multi-threaded downloads with NSOperation and NSURLSession"
    case .c: "NSOperation notes"
    case .d: "A custom asynchronous Operation that downloads pictures"
    case .e: "Custom NSOperation"
    }
  }

  /// The title as published.
  package var originalTitle: String {
    switch self {
    case .a: "iOS多线程——你要知道的NSOperation都在这里"
    case .b: "自定义NSOperation利用NSURLSession、NSOperationQueue实现多线程断点下载(1)"
    case .c: "NSOperation筆記"
    case .d: "swift---自定义异步Operation下载图片"
    case .e: "自定义NSOperation"
    }
  }
}

/// The parts of an article, so that statements can be shown where a reader meets them.
extension Article {
  /// A part of an article under a heading of its own.
  package struct Section: Hashable, Sendable {
    /// The heading as printed.
    package let heading: String
    /// In English.
    package let english: String
    /// Where it begins, in thousandths of the article's text.
    package let place: Int
  }

  /// The parts, in the order of the article. The first begins with its first statement.
  package var sections: [Section] {
    switch self {
    case .a:
      [
        Section(
          heading: "NSOperation “任务的封装”", english: "NSOperation: the task, wrapped", place: 55),
        Section(heading: "NSOperationQueue", english: "NSOperationQueue", place: 193),
        Section(
          heading: "自定义NSOperation子类", english: "A subclass of NSOperation of your own", place: 426),
        Section(
          heading: "非并发的NSOperation自定义子类", english: "A subclass that is not concurrent", place: 448),
        Section(heading: "并发的NSOperation自定义子类", english: "A concurrent subclass", place: 512),
        Section(
          heading: "接下来举一个下载文件的栗子", english: "Next, an example that downloads a file", place: 681),
      ]
    case .b:
      [
        Section(heading: "代码Demo", english: "The code, and what it is for", place: 29),
        Section(heading: "1.断点下载实现原理", english: "1. How resuming a download works", place: 214),
        Section(
          heading: "2.对NSURLSession、NSURLSessionDataTask和NSOperation、NSOperationQueue核心点的理解",
          english: "2. What matters about sessions, tasks, operations and queues", place: 238),
        Section(
          heading: "3.如何自定义NSOperation", english: "3. How to write an NSOperation of your own",
          place: 701),
        Section(
          heading: "4.如何实现TaskOperation的调度???", english: "4. How are TaskOperations scheduled?",
          place: 914),
      ]
    case .c:
      [
        Section(heading: "NSOperation", english: "NSOperation", place: 0),
        Section(heading: "isAsynchronous", english: "isAsynchronous", place: 31),
        Section(
          heading: "Asynchronous Versus Synchronous Operations",
          english: "Asynchronous Versus Synchronous Operations", place: 58),
        Section(heading: "NSOperation State", english: "NSOperation State", place: 139),
        Section(heading: "cancel operation", english: "cancel operation", place: 178),
        Section(heading: "NSInvocationOperation", english: "NSInvocationOperation", place: 213),
        Section(heading: "NSBlockOperation", english: "NSBlockOperation", place: 263),
        Section(
          heading: "non-concurrent operations", english: "non-concurrent operations", place: 362),
        Section(heading: "concurrent operation", english: "concurrent operation", place: 411),
        Section(heading: "NSOPerationQueue", english: "NSOperationQueue", place: 553),
        Section(heading: "queuePriority", english: "queuePriority", place: 576),
        Section(heading: "依賴性", english: "Dependencies", place: 596),
        Section(
          heading: "從operation queue里移除operation", english: "Removing an operation from its queue",
          place: 622),
        Section(
          heading: "maxConcurrentOperationCount", english: "maxConcurrentOperationCount", place: 805
        ),
        Section(
          heading: "NSOperation在SDWebImage里的應(yīng)用", english: "How SDWebImage uses NSOperation",
          place: 904),
      ]
    case .d:
      [
        Section(
          heading: "swift---自定义异步Operation下载图片", english: "The example at its beginning", place: 0),
        Section(heading: "一、自定义Operation部分", english: "I. An Operation of your own", place: 67),
        Section(heading: "二、管理下载的工具类manager", english: "II. A manager of downloads", place: 701),
      ]
    case .e:
      [
        Section(heading: "对于NSOperation.如果要自定义的话", english: "start and main", place: 4),
        Section(heading: "AFNetWorking的例子", english: "The example of AFNetworking", place: 128),
        Section(heading: "递归锁拓展", english: "Recursive locks", place: 188),
        Section(heading: "2.串行操作", english: "2. Serial operations", place: 243),
        Section(heading: "3. 并行操作", english: "3. Parallel operations", place: 593),
      ]
    }
  }
}
