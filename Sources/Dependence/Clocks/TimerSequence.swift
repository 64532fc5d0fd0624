/// Instants at regular intervals, for as long as somebody asks for the next.
///
/// Ticks lie at whole intervals after the first request, however long each is worked on. A consumer
/// that falls behind by more than an interval misses the ticks that have passed. The sequence ends
/// when the task is cancelled.
public struct TimerSequence: AsyncSequence, Sendable {
  /// An instant of the clock.
  public typealias Element = AnyClock.Instant

  private let clock: AnyClock
  private let interval: Duration
  private let tolerance: Duration?
  private let site: SourceSite

  fileprivate init(
    _ clock: AnyClock,
    every interval: Duration,
    _ tolerance: Duration?,
    at site: SourceSite
  ) {
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
    self.site = site
  }

  /// Begins to count.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// The ticks that are still to come.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: TimerSequence
    private var last: AnyClock.Instant?

    fileprivate init(timer: TimerSequence) { self.timer = timer }

    /// Suspends until the next tick; nil when the task is cancelled.
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

  /// The first whole interval after `last` that has not passed yet.
  private func deadline(after last: Element, now: Element) -> Element {
    let next = last.advanced(by: interval)
    guard next < now else { return next }
    let missed = (last.duration(to: now) / interval).rounded(.up)
    return last.advanced(by: interval * missed)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Instants at regular intervals.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await refresh()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: More than zero; anything else is a reported issue, and no tick comes.
  ///   - tolerance: How late a tick may be.
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
        A timer was asked to tick every \(interval), so it never ticks. Pass an interval of more than \
        zero.
        """
      IssuePath.deliver(message, at: site)
    }
    return TimerSequence(AnyClock(self), every: interval, tolerance, at: site)
  }
}
