/// The reminders that have been set and are not yet due.
actor Book {
  private struct Entry {
    let number: Int
    let cancellation: AsyncStream<Never>.Continuation
  }

  private var entries: [String: Entry] = [:]
  private var count = 0

  /// Adds a reminder, and cancels an existing reminder with the same name.
  ///
  /// - Returns: The number of the reminder, and a stream that ends when the reminder is cancelled.
  func add(_ id: String) -> (number: Int, cancelled: AsyncStream<Never>) {
    let (cancelled, cancellation) = AsyncStream.makeStream(of: Never.self)
    cancel(id)
    count += 1
    entries[id] = Entry(number: count, cancellation: cancellation)
    return (count, cancelled)
  }

  /// Cancels a reminder.
  ///
  /// - Returns: Whether there was a reminder with this name.
  @discardableResult
  func cancel(_ id: String) -> Bool {
    guard let entry = entries.removeValue(forKey: id) else { return false }
    entry.cancellation.finish()
    return true
  }

  /// Removes a reminder that has ended, unless a newer reminder has the same name.
  func remove(_ id: String, number: Int) {
    if entries[id]?.number == number { entries[id] = nil }
  }
}
