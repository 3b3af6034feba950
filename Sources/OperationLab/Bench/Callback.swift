import Foundation

/// A completion of the checked operation. It may lack `@Sendable`, as completions of older code
/// do, although it is called on another thread.
package struct Callback: @unchecked Sendable {
  private let call: () -> Void

  package init(_ call: @escaping () -> Void) {
    self.call = call
  }

  package func callAsFunction() { call() }

  /// A value of any type for the result of the work.
  package struct Carried<Value>: @unchecked Sendable {
    package let value: Value

    package init(value: Value) { self.value = value }
  }
}
