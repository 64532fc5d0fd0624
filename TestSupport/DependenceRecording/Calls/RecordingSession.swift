import Dependence
import DependenceHarness
import Foundation

/// The calls and the recording of one test. If a test runs many times, each run has a separate
/// session.
final class RecordingSession: Sendable {
  /// A call that has been executed, not replayed.
  private struct Executed {
    let endpoint: String
    let arguments: JSONText
    let occurrence: Int
    /// Identifies calls that overlapped in time. Calls with the same value have no meaningful
    /// order.
    let group: Int
    var outcome: Outcome = .running
  }

  private enum Outcome {
    case running
    case ended(RecordedOutcome)
    case streaming(StreamLog)
    /// An issue was reported about the call's response, so the call is left out of the recording.
    case dropped
  }

  private struct State {
    var occurrences: [String: Int] = [:]
    var executed: [Executed] = []
    var running = 0
    var group = 0
    /// Whether the test has ended. Calls made after that are not recorded.
    var isFinished = false
    /// The endpoints and types for which an issue has already been reported.
    var reported: Set<String> = []
  }

  let mode: RecordingMode
  let test: String
  let file: RecordingFile
  private let recorded: RecordingContents
  /// The reason why the recording cannot be used, or `nil` if it can be used. It has already been
  /// reported as an issue.
  private let problem: RecordingProblem?
  private let redaction: Lock<Redaction>
  private let site: SourceSite
  private let state = Lock(State())

  init(
    _ mode: RecordingMode,
    of test: String,
    in file: RecordingFile,
    _ recorded: RecordingContents,
    _ redaction: Redaction,
    problem: RecordingProblem? = nil,
    at site: SourceSite
  ) {
    (self.mode, self.test, self.file, self.recorded) = (mode, test, file, recorded)
    self.redaction = Lock(redaction)
    (self.problem, self.site) = (problem, site)
  }
}

// MARK: - Calls

/// The values that identify a call in a recording.
struct CallIdentity: Sendable {
  let endpoint: String
  let arguments: JSONText
  /// The number of earlier calls to the same endpoint with the same arguments.
  let occurrence: Int

  var description: String { RecordedCall.description(of: endpoint, arguments) }
}

extension RecordingSession {
  /// Registers a call and encodes its arguments.
  ///
  /// - Returns: The call's identity, or `nil` if an argument cannot be encoded. In that case, an
  ///   issue has been reported.
  func begin(_ endpoint: String, _ arguments: [Any]) -> CallIdentity? {
    do throws(UnrecordableType) {
      var encoded: [JSONText] = []
      for argument in arguments { encoded.append(try ValueCoding.encode(argument)) }
      let arguments = redact(.array(encoded))
      let key = RecordedCall.key(of: endpoint, arguments)
      let occurrence = state.withLock { state in
        let occurrence = state.occurrences[key, default: 0]
        state.occurrences[key] = occurrence + 1
        return occurrence
      }
      return CallIdentity(endpoint: endpoint, arguments: arguments, occurrence: occurrence)
    } catch {
      report(error, as: "an argument", of: endpoint)
      return nil
    }
  }

  private func redact(_ json: JSONText) -> JSONText {
    let redaction = redaction.withLock { $0 }
    // Parsing cannot fail, because the text comes from a JSON encoder. If it did, the text could
    // contain a secret, so it would not be recorded.
    return (try? redaction.redacting(json)) ?? .string(Redaction.placeholder)
  }

  /// Adds the redaction of another recorder that the same test uses.
  func add(_ other: Redaction) { redaction.withLock { $0.add(other) } }

  /// Returns the recorded response to a call, or `nil` if the call was not recorded.
  func recordedOutcome(of call: CallIdentity) -> RecordedOutcome? {
    recorded.call(
      RecordedCall.key(of: call.endpoint, call.arguments),
      occurrence: call.occurrence
    )?.outcome
  }

  /// Records that a call is being executed, and returns its index among the executed calls.
  func execute(_ call: CallIdentity) -> Int {
    let (position, isLate) = state.withLock { state in
      if state.running == 0 { state.group += 1 }
      state.running += 1
      state.executed.append(
        Executed(
          endpoint: call.endpoint,
          arguments: call.arguments,
          occurrence: call.occurrence,
          group: state.group
        )
      )
      return (state.executed.count - 1, state.isFinished)
    }
    if isLate {
      deliver(
        """
        \(call.description) was executed after the test "\(test)" had ended, so it was neither recorded nor compared with \
        the recording. Await, or cancel, the work that makes the call before the test returns.
        """
      )
    }
    return position
  }

  /// Stores the response to an executed call.
  func end(_ position: Int, with outcome: RecordedOutcome) { end(position, as: .ended(outcome)) }

  /// Records that an executed call has returned a stream. `log` collects the stream's elements.
  func end(_ position: Int, streaming log: StreamLog) { end(position, as: .streaming(log)) }

  /// Leaves an executed call out of the recording because its response cannot be encoded.
  func drop(_ position: Int) { end(position, as: .dropped) }

  private func end(_ position: Int, as outcome: Outcome) {
    state.withLock { state in
      state.running -= 1
      state.executed[position].outcome = outcome
    }
  }
}

// MARK: - Issues

extension RecordingSession {
  /// Reports that a type cannot be recorded. The issue is reported only once for each endpoint.
  func report(_ type: UnrecordableType, as role: String, of endpoint: String) {
    guard state.withLock({ $0.reported.insert("\(endpoint) \(type.type)").inserted }) else {
      return
    }
    let problem =
      type.reason.map { "cannot be converted to or from JSON: \($0)" } ?? "is not Codable"
    let message = """
      \(endpoint) has \(role) of type \(type.type), which \(problem). So its calls are neither recorded nor replayed. Make \
      \(type.type) conform to Codable, or give the endpoint a type that does.
      """
    deliver(message)
  }

  /// Reports that a call was not recorded, and returns the message.
  ///
  /// If the whole recording is unusable, an issue has already been reported. Only the message is
  /// returned then, because reporting it again for each call would add nothing.
  func reportMissing(_ call: CallIdentity) -> String {
    if let problem { return "\(call.description) was not executed. \(problem.message)" }
    let message = missingMessage(for: call)
    deliver(message)
    return message
  }

  private func missingMessage(for call: CallIdentity) -> String {
    let others = recorded.calls.filter { $0.endpoint == call.endpoint }
    var known = "The recording \(file.shortPath) has no call to \(call.endpoint)."
    if !others.isEmpty {
      let same = others.count { $0.description == call.description }
      let list = others.prefix(5).map { "  \($0.description)" }.joined(separator: "\n")
      let rest = others.count > 5 ? "\n  and \(others.count - 5) more" : ""
      known =
        same > 0
        ? "The recording \(file.shortPath) has this call \(same == 1 ? "once" : "\(same) times"), and this is one more."
        : "The recording \(file.shortPath) has these calls to \(call.endpoint):\n\(list)\(rest)"
    }
    return """
      \(call.description) was not recorded, so it was not executed.
      \(known)
      To execute and record it, run this command:
        \(RecordingMode.variable)=missing swift test --filter '\(filter)'
      """
  }

  /// A regular expression that selects the test in `swift test --filter`.
  private var filter: String {
    var filter = ""
    // Replace special characters with a dot, which matches any character. They could have a meaning
    // in a regular expression. XCTest names also contain a dot where the filter expects a slash.
    for scalar in test.replacing("()", with: "").unicodeScalars {
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
      filter.unicodeScalars.append(isPlain ? scalar : ".")
    }
    return filter
  }

  func deliver(_ message: String) { IssuePath.deliver(message, at: site) }
}

// MARK: - The end of the test

extension RecordingSession: RootAudit {
  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let messages =
      switch mode {
      case .replay: [String]()
      case .missing, .all: write()
      case .verify: compare()
      }
    return messages.map { DependencyIssue($0, at: site) }
  }

  /// Returns the executed calls in the order in which they began, and descriptions of the calls
  /// that are still running. Overlapping calls are sorted by name, because their order varies from
  /// run to run.
  private func executedCalls() -> (calls: [(RecordedCall, occurrence: Int)], running: [String]) {
    let executed = state.withLock { state in
      state.isFinished = true
      return state.executed
    }
    var calls: [(RecordedCall, occurrence: Int, group: Int)] = []
    var running: [String] = []
    for call in executed {
      let outcome: RecordedOutcome
      switch call.outcome {
      case .ended(let ended): outcome = ended
      case .streaming(let log):
        if let problem = log.problem {
          report(problem, as: "stream elements", of: call.endpoint)
          continue
        }
        outcome = .stream(redact(log.stream))
      case .running:
        running.append(RecordedCall.description(of: call.endpoint, call.arguments))
        continue
      case .dropped: continue
      }
      let recorded = RecordedCall(
        endpoint: call.endpoint,
        arguments: call.arguments,
        outcome: outcome
      )
      calls.append((recorded, call.occurrence, call.group))
    }
    calls.sort {
      ($0.group, $0.0.description, $0.occurrence) < ($1.group, $1.0.description, $1.occurrence)
    }
    return (calls.map { ($0.0, $0.occurrence) }, running)
  }

  /// Writes the recording to its file, and returns error messages for calls or files that could not
  /// be recorded.
  private func write() -> [String] {
    let (executed, running) = executedCalls()
    var messages = running.map {
      """
      \($0) still ran when the test ended, so it was not recorded. Await, or cancel, the work that makes the call before \
      the test returns.
      """
    }
    let calls = (mode == .missing ? recorded.calls : []) + executed.map(\.0)
    guard mode == .all || !executed.isEmpty else { return messages }
    let text = RecordingContents(calls).text(of: test)
    if let name = EnvironmentSecrets(ProcessInfo.processInfo.environment).name(foundIn: text) {
      messages.append(
        """
        The recording \(file.shortPath) was not written, because it would contain the value of the environment variable \
        \(name). Replace the value with the argument redacting:.
        """
      )
      return messages
    }
    do throws(RecordingProblem) {
      try file.save(text)
    } catch {
      messages.append(error.message)
    }
    return messages
  }

  /// Compares the responses of executed calls with the recorded ones, and returns an error message
  /// if they differ.
  private func compare() -> [String] {
    let (executed, running) = executedCalls()
    var table = DifferenceTable()
    for (call, occurrence) in executed {
      let expected = recorded.call(call.key, occurrence: occurrence)?.outcome
      table.add(call.description, recorded: expected, actual: call.outcome)
    }
    for call in running { table.addRunning(call) }
    return table.message(
      """
      The recording \(file.shortPath) is out of date. To record the test again, run this command:
        \(RecordingMode.variable)=all swift test --filter '\(filter)'
      """
    ).map { [$0] } ?? []
  }

  /// Redacts secrets in a stream's elements and error.
  private func redact(_ stream: RecordedStream) -> RecordedStream {
    var stream = stream
    stream.elements = stream.elements.map { .init(delay: $0.delay, value: redact($0.value)) }
    if case .threw(let failure) = stream.end { stream.end = .threw(redact(failure)) }
    return stream
  }

  /// Redacts secrets in an error's description and encoded value.
  func redact(_ failure: RecordedFailure) -> RecordedFailure {
    RecordedFailure(
      type: failure.type,
      description: redact(.string(failure.description)).string ?? Redaction.placeholder,
      symbol: failure.symbol,
      value: failure.value.map(redact)
    )
  }

  /// Encodes a value as JSON and redacts secrets in it.
  func encode(_ value: Any) throws(UnrecordableType) -> JSONText {
    redact(try ValueCoding.encode(value))
  }
}
