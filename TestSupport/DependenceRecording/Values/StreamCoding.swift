import Dependence
import DependenceHarness

/// An asynchronous stream type whose elements can be recorded and replayed.
protocol RecordableStream: SendableMetatype {
  static var element: Any.Type { get }

  /// Returns a stream with the same elements and end as this stream. The returned stream adds each
  /// element and the end to `log` as the consumer receives them.
  func recorded(by log: StreamLog) -> Self

  /// Reads at most `limit` elements from the stream, and returns them in the form that recordings
  /// use. Their delays are 0.
  func collected(upTo limit: Int) async throws(UnrecordableType) -> RecordedStream

  /// Creates a stream that replays a recorded stream's elements and end.
  ///
  /// - Parameter clock: The clock that times the recorded delays, or `nil` to replay the elements
  ///   without delays.
  static func replaying(
    _ stream: RecordedStream,
    on clock: (any Clock<Duration>)?
  ) throws(UnrecordableType) -> Self
}

/// An optional stream type, such as `AsyncStream<Int>?`.
protocol OptionalStream {
  static var wrappedType: any RecordableStream.Type { get }
  static var nothing: Self { get }
  var isNothing: Bool { get }
}

extension Optional: OptionalStream where Wrapped: RecordableStream {
  static var wrappedType: any RecordableStream.Type { Wrapped.self }
  static var nothing: Wrapped? { nil }
  var isNothing: Bool { self == nil }
}

/// Returns the stream type of an endpoint's result, or `nil` if the result is neither a stream nor
/// an optional stream.
func streamType(of result: Any.Type) -> (any RecordableStream.Type)? {
  result as? any RecordableStream.Type ?? (result as? any OptionalStream.Type)?.wrappedType
}

extension AsyncStream: RecordableStream {
  static var element: Any.Type { Element.self }

  func recorded(by log: StreamLog) -> AsyncStream {
    // `nonisolated(unsafe)` is safe here, because a stream protects its own state and passes each
    // element to only one consumer.
    nonisolated(unsafe) let stream = self
    return AsyncStream {
      await log.reading {
        var iterator = stream.makeAsyncIterator()
        let element = await iterator.next(isolation: #isolation)
        log.add(element)
        return element
      }
    }
  }

  static func replaying(
    _ stream: RecordedStream,
    on clock: (any Clock<Duration>)?
  ) throws(UnrecordableType) -> AsyncStream {
    if case .threw(let failure) = stream.end {
      let reason =
        "the recorded stream ends with the error \(failure.type), and this one cannot throw"
      throw UnrecordableType(type: "\(Self.self)", reason: reason)
    }
    let replay = try StreamReplay<Element>(stream, on: clock)
    // `next()` throws an error only if the recorded stream ends with an error, and such streams
    // were rejected above.
    return AsyncStream { try? await replay.next() }
  }
}

extension AsyncThrowingStream: RecordableStream where Failure == any Error {
  static var element: Any.Type { Element.self }

  func recorded(by log: StreamLog) -> AsyncThrowingStream {
    // `nonisolated(unsafe)` is safe here, because a throwing stream, like an `AsyncStream`,
    // protects its own state and passes each element to only one consumer.
    nonisolated(unsafe) let stream = self
    return AsyncThrowingStream {
      try await log.reading {
        do {
          var iterator = stream.makeAsyncIterator()
          let element = try await iterator.next(isolation: #isolation)
          log.add(element)
          return element
        } catch {
          // If the consumer's task was cancelled, the `CancellationError` may come from that
          // cancellation rather than from the endpoint, so do not record it.
          if !(error is CancellationError && Task.isCancelled) { log.end(throwing: error) }
          throw error
        }
      }
    }
  }

  static func replaying(
    _ stream: RecordedStream,
    on clock: (any Clock<Duration>)?
  ) throws(UnrecordableType) -> AsyncThrowingStream {
    let replay = try StreamReplay<Element>(stream, on: clock)
    return AsyncThrowingStream { try await replay.next() }
  }
}

extension RecordableStream where Self: AsyncSequence {
  func collected(upTo limit: Int) async throws(UnrecordableType) -> RecordedStream {
    var stream = RecordedStream()
    var iterator = makeAsyncIterator()
    while stream.elements.count < limit {
      let element: Element
      do {
        guard let next = try await iterator.next(isolation: #isolation) else {
          stream.end = .finished
          return stream
        }
        element = next
      } catch {
        stream.end = .threw(RecordedFailure(error))
        return stream
      }
      stream.elements.append(.init(delay: 0, value: try ValueCoding.encode(element)))
    }
    return stream
  }
}

extension RecordableStream {
  /// Reads the stream as ``collected(upTo:)`` does, but stops waiting if the process is idle for
  /// `patience` in total.
  ///
  /// - Throws: ``UnrecordableType`` if the wait ended early, or if an element cannot be encoded.
  func collected(
    upTo limit: Int,
    patience: Duration
  ) async throws(UnrecordableType) -> RecordedStream {
    typealias Outcome = Swift.Result<RecordedStream, UnrecordableType>
    let box = StreamBox(stream: self)
    let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
    let reader = Task {
      do throws(UnrecordableType) {
        continuation.yield(.success(try await box.stream.collected(upTo: limit)))
      } catch {
        continuation.yield(.failure(error))
      }
    }
    // A stream may ignore the cancellation of its reader, so do not wait for the reader to end.
    let alarm = Alarm(after: patience) { cause in
      let reason = """
        \(cause.description(of: patience)), the stream had given neither its end nor as many elements as were recorded
        """
      continuation.yield(.failure(UnrecordableType(type: "the stream", reason: reason)))
    }
    defer {
      alarm.cancel()
      reader.cancel()
    }
    var iterator = outcomes.makeAsyncIterator()
    if let outcome = await iterator.next() { return try outcome.get() }
    let reason = "the task was cancelled while it read the stream"
    throw UnrecordableType(type: "the stream", reason: reason)
  }
}

/// A stream that a task reads.
///
/// This struct is `@unchecked Sendable` because only that task uses the stream. A
/// `nonisolated(unsafe)` variable would be simpler, but the compiler does not accept one for a
/// generic type.
private struct StreamBox<Stream>: @unchecked Sendable {
  let stream: Stream
}

/// A log that records a stream's elements and their delays as the code under test receives them.
final class StreamLog: Sendable {
  private struct State {
    var stream = RecordedStream()
    /// The time when the previous element arrived, measured from the log's creation.
    var latest = Duration.zero
    var problem: UnrecordableType?
    /// The identifiers of the reads that are in progress. A read that was cancelled does not count,
    /// because its consumer has stopped reading.
    var reads: Set<Int> = []
    var lastRead = 0
    /// Whether the test has ended.
    var isClosed = false
    /// Whether the stream has already been reported. If so, reads after the end of the test are not
    /// reported.
    var isReported = false
  }

  private let redaction: Redaction
  private let state = Lock(State())
  private let timer: StreamTimer
  private let onLateRead: @Sendable () -> Void

  /// - Parameter onLateRead: A closure that is called at the first read after the end of the test,
  ///   unless the end of the stream has already been recorded.
  init(
    redaction: Redaction,
    measuring clock: any Clock<Duration>,
    onLateRead: @escaping @Sendable () -> Void
  ) {
    (self.redaction, self.onLateRead) = (redaction, onLateRead)
    timer = StreamTimer(on: clock)
  }

  /// Marks the test as ended, and returns whether a consumer is waiting for the next element.
  func close() -> Bool {
    state.withLock { state in
      state.isClosed = true
      state.isReported = !state.reads.isEmpty
      return state.isReported
    }
  }

  /// Runs `read`, which reads the next element of the stream and adds the element to this log. The
  /// read counts as in progress until `read` returns or its task is cancelled.
  ///
  /// The read must not count as ended before its element has been added. Otherwise, if the test
  /// ended in the meantime, the element would be missing from the recording, and no issue would be
  /// reported.
  func reading<Element>(_ read: () async throws -> Element?) async rethrows -> Element? {
    let (number, isLate) = state.withLock { state in
      state.lastRead += 1
      state.reads.insert(state.lastRead)
      let isLate =
        state.isClosed && !state.isReported && state.stream.end == .open && !Task.isCancelled
      if isLate { state.isReported = true }
      return (state.lastRead, isLate)
    }
    if isLate { onLateRead() }
    return try await withTaskCancellationHandler {
      defer { endRead(number) }
      return try await read()
    } onCancel: {
      endRead(number)
    }
  }

  private func endRead(_ number: Int) { state.withLock { _ = $0.reads.remove(number) } }

  var stream: RecordedStream { state.withLock { $0.stream } }

  /// The first error that occurred while encoding the stream's elements or its final error, or
  /// `nil` if no error occurred.
  var problem: UnrecordableType? { state.withLock { $0.problem } }

  /// Records an element that the consumer has received, or the end of the stream if `element` is
  /// `nil`.
  func add<Element>(_ element: Element?) {
    guard let element else {
      // In a cancelled task, the consumer receives `nil` even if the stream has not ended, so do
      // not record this as the end of the stream.
      return Task.isCancelled ? () : end(.finished)
    }
    let now = timer.elapsed()
    let json = Result { () throws(UnrecordableType) in
      try redaction.encode(element, as: Element.self)
    }
    state.withLock { state in
      switch json {
      case .success(let value):
        let milliseconds = ((now - state.latest) / .milliseconds(1)).rounded(.towardZero)
        let delay = Int(exactly: milliseconds) ?? .max
        state.stream.elements.append(.init(delay: delay, value: value))
        state.latest = now
      case .failure(let error):
        state.problem = state.problem ?? error
      }
    }
  }

  /// Records the end of the stream unless it has already been recorded. After a stream has ended
  /// with an error, a consumer that requests another element receives `nil`, which must not replace
  /// the recorded error.
  func end(_ end: RecordedStream.End) {
    state.withLock { state in
      if case .open = state.stream.end { state.stream.end = end }
    }
  }

  /// Records that the stream has ended with an error.
  func end(throwing error: any Error) {
    do throws(UnrecordableType) {
      end(.threw(try redaction.encode(error, as: (any Error).self)))
    } catch {
      state.withLock { $0.problem = $0.problem ?? error }
    }
  }
}

/// The replay of a recorded stream. It returns the recorded elements one at a time, after their
/// recorded delays.
///
/// This class is `@unchecked Sendable` because several consumers may read a stream at the same
/// time, but its elements need not be `Sendable`. A lock protects the only mutable property, and
/// each element is passed to only one consumer.
private final class StreamReplay<Element>: @unchecked Sendable {
  private let elements: [(value: Element, due: Duration)]
  private let end: RecordedStream.End
  private let timer: StreamTimer?
  /// The number of elements that consumers have requested so far.
  private let requests = Lock(0)

  /// Decodes the elements and the end of a recorded stream.
  ///
  /// - Parameter clock: The clock that times the recorded delays, or `nil` to replay the elements
  ///   without delays.
  init(_ stream: RecordedStream, on clock: (any Clock<Duration>)?) throws(UnrecordableType) {
    var elements: [(Element, Duration)] = []
    var due = Duration.zero
    for element in stream.elements {
      due += .milliseconds(element.delay)
      elements.append((try ValueCoding.decode(element.value, as: Element.self), due))
    }
    self.elements = elements
    // If the stream ends with an error, check now that the error can be decoded, so that a problem
    // surfaces before the first element is returned.
    if case .threw(let failure) = stream.end { _ = try failure.error() }
    end = stream.end
    timer = clock.map { StreamTimer(on: $0) }
  }

  func next() async throws -> Element? {
    let position = requests.withLock { requests in
      defer { requests += 1 }
      return requests
    }
    if position < elements.count {
      let element = elements[position]
      // If the task is cancelled during a delay, end the stream without an error, as the standard
      // library's streams do.
      do { try await timer?.wait(element.due) } catch { return nil }
      return element.value
    }
    switch end {
    case .finished: return nil
    case .threw(let failure):
      // After the error has been thrown once, return `nil`, as the standard library's streams do.
      guard position == elements.count else { return nil }
      throw try failure.error()
    case .open:
      await untilCancelled()
      return nil
    }
  }
}

/// Suspends until the current task is cancelled.
private func untilCancelled() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  for await _ in stream {}
  continuation.finish()
}

// MARK: - Time

/// A timer that measures the time elapsed on a clock since the timer's creation.
private struct StreamTimer: Sendable {
  let elapsed: @Sendable () -> Duration
  /// Suspends until at least the given time has passed since the timer was created.
  let wait: @Sendable (Duration) async throws -> Void

  init(on clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
