/// The reminders that are set and not yet due.
actor Book {
  private struct Entry {
    let number: Int
    let cancellation: AsyncStream<Never>.Continuation
  }

  private var entries: [String: Entry] = [:]
  private var count = 0

  /// Notes a reminder, and cancels another one of that name.
  ///
  /// - Returns: Its number, and what ends if it is cancelled.
  func add(_ id: String) -> (number: Int, cancelled: AsyncStream<Never>) {
    let (cancelled, cancellation) = AsyncStream.makeStream(of: Never.self)
    cancel(id)
    count += 1
    entries[id] = Entry(number: count, cancellation: cancellation)
    return (count, cancelled)
  }

  /// - Returns: Whether there is anything to cancel.
  @discardableResult
  func cancel(_ id: String) -> Bool {
    guard let entry = entries.removeValue(forKey: id) else { return false }
    entry.cancellation.finish()
    return true
  }

  /// Forgets a reminder that is over, unless another one has taken its name.
  func remove(_ id: String, number: Int) {
    if entries[id]?.number == number { entries[id] = nil }
  }
}
