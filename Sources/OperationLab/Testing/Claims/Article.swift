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
