import Dependence
import DependenceClients
import DependenceHarness
import DependenceTesting

/// An interceptor that records or replays the calls to a client's endpoints. An endpoint is one of
/// the closures that the client stores.
final class RecordingInterceptor: EndpointInterceptor {
  private let session: RecordingSession

  init(session: RecordingSession) { self.session = session }

  func willWrap(_ endpoint: InterceptedEndpoint, of client: Any.Type?) {
    if let client { session.issues.noteWrapping(endpoint.name, of: client) }
  }

  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall {
    let call = session.begin(endpoint.name, arguments)
    return RecorderCall(session: session, endpoint: endpoint.name, call: call)
  }
}

/// A single intercepted call to an endpoint, which is either replayed from the recording, or
/// executed and recorded.
private final class RecorderCall: InterceptedCall {
  private let session: RecordingSession
  private let endpoint: String
  /// The values that identify the call in the recording, or `nil` if the call cannot be recorded:
  /// see ``RecordingSession/begin(_:_:)``.
  private let call: CallIdentity?
  /// The call's index in the list of calls that the session has executed rather than replayed. It
  /// is `nil` if the call is replayed or cannot be recorded.
  private var position: Int?
  private let root = Frame.current.root
  private let issuesBefore: Int

  init(session: RecordingSession, endpoint: String, call: CallIdentity?) {
    (self.session, self.endpoint, self.call) = (session, endpoint, call)
    issuesBefore = root.issueCount
  }

  func replacement<Result, Failure: Error>(
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result? {
    guard let call else {
      // In a mode that executes calls, return `nil` so that the call is executed without being
      // recorded. In `replay` mode, the call fails, because its arguments cannot be encoded. This has
      // already been reported as an issue.
      if session.mode.isLive { return nil }
      return try fail(
        "\(endpoint) was called with arguments that cannot be recorded.",
        as: type,
        orThrowing: failure
      )
    }
    if session.mode == .replay || session.mode == .missing,
      let outcome = session.recordedOutcome(of: call)
    {
      return try replay(outcome, of: call, as: type, orThrowing: failure)
    }
    if session.mode == .replay {
      return try fail(session.reportMissing(call), as: type, orThrowing: failure)
    }
    position = session.execute(call)
    root.beginLiveCall()
    return nil
  }

  func end<Result, Failure: Error>(
    with result: Swift.Result<Result, Failure>
  ) throws(Failure) -> Result {
    guard let position else { return try result.get() }
    root.endLiveCall()
    // If an issue was reported during the call, the response may be wrong. For example, an
    // unimplemented endpoint reports an issue and returns a placeholder.
    if root.issueCount > issuesBefore {
      session.end(position, as: .dropped)
      if let call { session.issues.reportIssue(during: call) }
      return try result.get()
    }
    switch result {
    case .failure(let error):
      do throws(UnrecordableType) {
        let recorded = try session.redaction.encode(error, as: Failure.self)
        session.end(position, as: .ended(.threw(recorded)))
      } catch {
        session.end(position, as: .dropped)
        session.issues.report(error, as: "an error", of: endpoint)
      }
      throw error
    case .success(let value):
      if streamType(of: Result.self) != nil, let stream = value as? any RecordableStream,
        let recorded = record(stream, at: position) as? Result
      {
        return recorded
      }
      do throws(UnrecordableType) {
        guard ValueCoding.isDecodable(Result.self) else {
          throw UnrecordableType(type: "\(Result.self)")
        }
        let recorded = try session.redaction.encode(value, as: Result.self)
        session.end(position, as: .ended(.returned(recorded)))
      } catch {
        session.end(position, as: .dropped)
        session.issues.report(error, as: "a result", of: endpoint)
      }
      return value
    }
  }

  private func record<Stream: RecordableStream>(_ stream: Stream, at position: Int) -> Stream {
    guard ValueCoding.isDecodable(Stream.element) else {
      session.end(position, as: .dropped)
      session.issues.report(
        UnrecordableType(type: "\(Stream.element)"),
        as: "stream elements",
        of: endpoint
      )
      return stream
    }
    let log = StreamLog(
      redaction: session.redaction,
      measuring: Frame.current.recordingClock ?? ContinuousClock(),
      onLateRead: { [session, call] in if let call { session.issues.reportLateRead(of: call) } }
    )
    session.end(position, as: .streaming(log))
    return stream.recorded(by: log)
  }
}

// MARK: - Replay

extension RecorderCall {
  private func replay<Result, Failure: Error>(
    _ outcome: RecordedOutcome,
    of call: CallIdentity,
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result {
    let decoded = Swift.Result { () throws(UnrecordableType) in
      try response(to: outcome, as: type, orThrowing: failure)
    }
    switch decoded {
    case .success(let result):
      return try result.get()
    case .failure(let problem):
      session.issues.reportUnusableResponse(to: call, because: problem)
      let message = "\(endpoint) has a recorded response that cannot be replayed."
      return try fail(message, as: type, orThrowing: failure)
    }
  }

  private func response<Result, Failure: Error>(
    to outcome: RecordedOutcome,
    as type: Result.Type,
    orThrowing: Failure.Type
  ) throws(UnrecordableType) -> Swift.Result<Result, Failure> {
    switch outcome {
    case .returned(let value):
      // An optional stream that is `nil` is recorded as `null`.
      if streamType(of: type) != nil, !(type is any OptionalStream.Type && value == .null) {
        let reason = "the recording contains a value, but the endpoint returns a stream"
        throw UnrecordableType(type: "\(type)", reason: reason)
      }
      return .success(try ValueCoding.decode(value, as: type))
    case .stream(let stream):
      guard let kind = streamType(of: type),
        let result = try kind.replaying(stream, on: Frame.current.recordingClock) as? Result
      else { throw UnrecordableType(type: "\(type)", reason: "the recording has a stream") }
      return .success(result)
    case .threw(let recorded):
      return .failure(try recorded.error(as: Failure.self))
    }
  }

  /// Makes the call to the endpoint throw an error, return `Void`, or terminate the process,
  /// because the recording has no usable response to the call. The caller of this method has
  /// already reported the problem as an issue.
  ///
  /// Throws a `RecordedCallMissing` if the endpoint can throw it. Otherwise, returns normally if
  /// the endpoint's result type is `Void`, and terminates the process if it is not.
  private func fail<Result, Failure: Error>(
    _ message: String,
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result {
    if let error = RecordedCallMissing(message: message) as? Failure { throw error }
    if let nothing = () as? Result { return nothing }
    let limitation =
      failure == Never.self ? "does not throw" : "can throw only errors of type \(failure)"
    fatalError(
      "\(message)\n\(endpoint) \(limitation), and there is no \(type) that it could return."
    )
  }
}

/// The error thrown by a call that the recording has no usable response for. By the time it is
/// thrown, the problem has already been reported as an issue.
private struct RecordedCallMissing: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}

extension Frame {
  /// A clock with virtual time that measures the delays between stream elements, or `nil` if the
  /// scope has none. Without such a clock, streams are replayed without delays, so that tests do
  /// not wait in real time.
  fileprivate var recordingClock: (any Clock<Duration>)? {
    let clock = assignedContinuousClock
    // In a simulation, the system clocks also use virtual time, so any clock can measure the
    // delays.
    if SimulatedWorlds.current != nil { return clock ?? ContinuousClock() }
    return clock is TestClock || clock is ImmediateClock ? clock : nil
  }
}
