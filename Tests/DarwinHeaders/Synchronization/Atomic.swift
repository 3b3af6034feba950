// The toolchain's own module would bring the C library of Linux with it; this stands in for it.

/// A number that threads share.
public struct Atomic<Value>: ~Copyable, @unchecked Sendable {
  /// Begins with that value.
  public init(_ value: Value) {}

  /// The present value.
  public func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
  /// Adds to it.
  public func add(_ value: Value, ordering: AtomicUpdateOrdering) {}
  /// Subtracts from it.
  public func subtract(_ value: Value, ordering: AtomicUpdateOrdering) {}
}

/// How a look is ordered among others.
public struct AtomicLoadOrdering {
  /// Not at all.
  public static var relaxed: Self { Self() }
}

/// How a change is ordered among others.
public struct AtomicUpdateOrdering {
  /// Not at all.
  public static var relaxed: Self { Self() }
}
