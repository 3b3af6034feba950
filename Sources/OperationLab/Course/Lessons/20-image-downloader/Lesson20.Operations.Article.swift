import Foundation
import OperationDownloads
import OperationLab
import OperationTesting

// What article D's manager is made of, and what would be better.
extension Lesson20 {
  // snippet: table
  /// BROKEN ON PURPOSE: a table without a lock, as in article D.
  ///
  /// Two threads in one plain dictionary may do anything, and end the process as well. Here each
  /// reads the table, changes its copy and puts that back: reading and writing are one step each,
  /// the change is not.
  class Table: @unchecked Sendable {
    fileprivate let entries = Locked<[URL: Download]>([:])

    subscript(url: URL) -> Download? { entries.withLock { $0[url] } }

    func change(_ body: (inout [URL: Download]) -> Void) {
      var copy = entries.withLock { $0 }
      body(&copy)
      hold(copy)
      entries.withLock { [copy] in $0 = copy }
    }

    /// Any thread may be stopped anywhere; the program may want to do so here.
    fileprivate func hold(_ copy: [URL: Download]) { whenChanging(copy.values.map(\.log.subject)) }
    private let whenChanging: @Sendable ([String]) -> Void

    /// - Parameter whenChanging: called in the middle of each change, with the names of what it will hold.
    init(whenChanging: @escaping @Sendable ([String]) -> Void = { _ in }) {
      self.whenChanging = whenChanging
    }
  }
  // end snippet

  // snippet: guarded-table
  /// The same, except that a change is one step.
  final class GuardedTable: Table, @unchecked Sendable {
    override func change(_ body: (inout [URL: Download]) -> Void) {
      entries.withLock { entries in
        body(&entries)
        hold(entries)
      }
    }
  }
  // end snippet

  // snippet: weakly-tied
  /// The same manager, except that no closure keeps the operation that keeps the closure.
  final class WeaklyTied: ArticleManager, @unchecked Sendable {
    override func tie(
      _ operation: Download, to url: URL, _ completion: @escaping ImageDownloadManager.Completion
    ) {
      operation
        .then { completion(.success($0)) }
        .catch { completion(.failure($0)) }
        .completionBlock = { [weak self, weak operation, log = operation.log] in
          self?.forget(url, operation)
          log(.completed)
        }
    }
  }
  // end snippet

  /// A download that writes down when it is deallocated.
  final class MortalDownload: LookingDownload, @unchecked Sendable {
    deinit { log(.released) }
  }
}
