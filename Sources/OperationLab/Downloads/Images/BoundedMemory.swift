/// Values kept up to a total cost. Those used longest ago go first.
///
/// A table finds a value, and a chain through its entries, from the value used last to the one used
/// longest ago, finds the next to go: both in the same time however many there are.
struct BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var cost: Int
    var newer: Key?
    var older: Key?
  }

  /// The greatest total cost.
  let limit: Int
  /// The cost of all that is kept.
  private(set) var cost = 0
  private var entries: [Key: Entry] = [:]
  private var newest: Key?
  private var oldest: Key?

  init(limit: Int) { self.limit = limit }

  /// The keys, from the one used last to the one used longest ago.
  var keys: [Key] {
    Array(sequence(first: newest) { $0.flatMap { entries[$0]?.older } }.prefix { $0 != nil })
      .compactMap { $0 }
  }

  /// A value, which counts as a use of it.
  mutating func value(for key: Key) -> Value? {
    guard let entry = take(key) else { return nil }
    insert(entry.value, cost: entry.cost, for: key)
    return entry.value
  }

  /// Keeps a value, and drops as many others as needed. A value that costs more than the limit is
  /// not kept.
  ///
  /// - Returns: the keys of what it has dropped, which may be the key itself.
  @discardableResult
  mutating func keep(_ value: Value, cost: Int, for key: Key) -> [Key] {
    remove(key)
    guard cost <= limit else { return [key] }
    var dropped: [Key] = []
    while self.cost > limit - cost, let oldest {
      remove(oldest)
      dropped.append(oldest)
    }
    insert(value, cost: cost, for: key)
    return dropped
  }

  /// Drops a value, if it is kept.
  mutating func remove(_ key: Key) { take(key) }

  /// Drops everything.
  mutating func removeAll() { self = BoundedMemory(limit: limit) }

  private mutating func insert(_ value: Value, cost: Int, for key: Key) {
    entries[key] = Entry(value: value, cost: cost, newer: nil, older: newest)
    if let newest { entries[newest]?.newer = key }
    newest = key
    oldest = oldest ?? key
    self.cost += cost
  }

  @discardableResult
  private mutating func take(_ key: Key) -> Entry? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
    cost -= entry.cost
    return entry
  }
}
