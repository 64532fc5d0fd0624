/// An asynchronous sequence of instants at regular intervals.
///
/// Each tick occurs a whole number of intervals after the consumer first requested a value, no
/// matter how long the consumer takes to process a tick. A consumer that falls behind by more than
/// one interval misses the ticks that have passed in the meantime. The sequence ends when the task
/// is cancelled.
public struct TimerSequence: AsyncSequence, Sendable {
  /// The instant when a tick was due, measured by the timer's clock.
  public typealias Element = AnyClock.Instant

  fileprivate let clock: AnyClock
  fileprivate let interval: Duration
  fileprivate let tolerance: Duration?
  fileprivate let site: SourceSite

  /// Returns an iterator over the timer's ticks. The timer starts at the first call to the
  /// iterator's `next` method.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// An iterator over the ticks of a timer.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: TimerSequence
    private var last: AnyClock.Instant?

    fileprivate init(timer: TimerSequence) { self.timer = timer }

    /// Suspends until the next tick, and returns the instant when the tick was due. Returns `nil`
    /// if the task is cancelled, if the clock throws an error, or if the interval is zero or
    /// negative.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element?
    {
      guard timer.interval > .zero else { return nil }
      let now = timer.clock.now
      let deadline = timer.deadline(after: last ?? now, now: now)
      do {
        try await timer.clock.sleep(until: deadline, tolerance: timer.tolerance, at: timer.site)
      } catch {
        return nil
      }
      last = deadline
      return deadline
    }
  }

  /// Returns the instant of the first tick after `last` that is not before `now`. Earlier ticks
  /// after `last` are skipped, because the consumer has missed them.
  private func deadline(after last: Element, now: Element) -> Element {
    let next = last.advanced(by: interval)
    guard next < now else { return next }
    // Count the missed intervals with integers, because `Double` cannot represent every instant
    // exactly.
    let elapsed = last.duration(to: now).attoseconds
    let (complete, rest) = elapsed.quotientAndRemainder(dividingBy: interval.attoseconds)
    return last.advanced(by: interval * (rest == 0 ? complete : complete + 1))
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns an asynchronous sequence that produces instants of this clock at regular intervals.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await refresh()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time between ticks. If it is zero or negative, an issue is reported and no
  ///     tick occurs.
  ///   - tolerance: The amount of time by which the clock may delay a tick.
  public func timer(
    interval: Duration,
    tolerance: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> TimerSequence {
    let site = SourceSite(fileID, filePath, line, column)
    if interval <= .zero {
      let message = """
        The interval of this timer is \(interval), so it never ticks. Pass an interval of more than zero.
        """
      IssuePath.deliver(message, at: site)
    }
    return TimerSequence(
      clock: AnyClock(self),
      interval: interval,
      tolerance: tolerance,
      site: site
    )
  }
}
