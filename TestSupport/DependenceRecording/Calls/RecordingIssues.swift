import Dependence
import DependenceHarness
import DependenceTesting

/// The issues that the recorders of a test report, and the problems that have already been
/// reported.
struct RecordingIssues: Sendable {
  private struct State {
    /// The combinations of endpoint and problem that have already been reported. Each one is
    /// reported only once.
    var reported: Set<String> = []
    /// The types of the wrapped clients, keyed by the names of their endpoints.
    var clients: [String: any Any.Type] = [:]
  }

  private let test: TestIdentity
  private let file: RecordingFile
  private let site: SourceSite
  private let state = Lock(State())

  /// - Parameter site: The source location of the issues.
  init(of test: TestIdentity, in file: RecordingFile, at site: SourceSite) {
    (self.test, self.file, self.site) = (test, file, site)
  }

  /// Delivers an issue without counting it in `DependencyRoot.issueCount`. If the count increases
  /// while a call is executed, the response to the call may be wrong and is not recorded. The
  /// issues that this method delivers do not make a response wrong.
  private func deliver(_ message: String) {
    IssuePath.$countsIssues.withValue(false) { IssuePath.deliver(message, at: site) }
  }

  /// Records that a problem is reported. Returns `false` if it was already reported.
  private func isFirst(_ problem: String) -> Bool {
    state.withLock { $0.reported.insert(problem).inserted }
  }
}

// MARK: - Types

extension RecordingIssues {
  /// Reports that an endpoint has an argument, result or stream element of a type that cannot be
  /// recorded. The issue is reported only once for each combination of endpoint and type.
  func report(_ type: UnrecordableType, as role: String, of endpoint: String) {
    guard isFirst("\(endpoint) \(type.type)") else { return }
    let start = "\(endpoint) has \(role) of type \(type.type), which"
    let end = "So its calls are neither recorded nor replayed."
    if let finding = type.finding {
      return deliver("\(endpoint) has \(role) \(finding.problem). \(end) \(finding.advice)")
    }
    guard let reason = type.reason else {
      return deliver(
        """
        \(start) is not Codable. \(end) Make \(type.type) conform to Codable, or give the endpoint a type that does.
        """
      )
    }
    deliver(
      "\(start) cannot be converted to or from JSON. \(end) The conversion failed for this reason: \(reason)"
    )
  }

  /// Reports that the recorded response to a call cannot be converted to the type that the endpoint
  /// returns or throws. The issue is reported only once for each combination of endpoint and type.
  func reportUnusableResponse(to call: CallIdentity, because problem: UnrecordableType) {
    // If the problem has no reason, the type is not `Codable`. No response of this type can be
    // replayed, so report the type rather than this one response.
    guard let reason = problem.reason else {
      return report(problem, as: "a result", of: call.key.endpoint)
    }
    guard isFirst("\(call.key.endpoint) \(problem.type)") else { return }
    // Count this issue, which `deliver(_:)` would not do. The call throws an error, so if it was
    // made while another call was being executed, the response to that other call must not be
    // recorded.
    IssuePath.deliver(
      """
      The recorded response to \(call.description) does not fit the type \(problem.type), so it was not replayed. The \
      conversion failed for this reason: \(reason)
      Correct the response in the recording \(file.shortPath), or run this command to record the test again:
        \(RecordingMode.variable)=all swift test --filter '\(test.filter)'
      """,
      at: site
    )
  }
}

// MARK: - Recorders and wrapped clients

extension RecordingIssues {
  /// Records that an endpoint of a client has been wrapped. Reports an issue if a client of another
  /// type has an endpoint with the same name, because the recording contains only this name.
  func noteWrapping(_ endpoint: String, of client: Any.Type) {
    let other = state.withLock { state -> (any Any.Type)? in
      guard let known = state.clients[endpoint], known != client else {
        state.clients[endpoint] = client
        return nil
      }
      let pair = "\(ObjectIdentifier(known)) \(ObjectIdentifier(client))"
      return state.reported.insert(pair).inserted ? known : nil
    }
    guard let other else { return }
    deliver(
      """
      The clients \(String(reflecting: other)) and \(String(reflecting: client)) both have an endpoint with the name \
      \(endpoint), so the recording \(file.shortPath) cannot tell their calls apart. Wrap each client with its own Recorder, \
      and give one of the recorders another name in the argument named:.
      """
    )
  }

  /// Reports that two recorders of a test have different names, but the same file. The issue is
  /// reported only once for each pair of names.
  func reportSameFile(of name: String, _ other: String) {
    guard isFirst("\(name) \(other)") else { return }
    deliver(
      """
      Two recorders have the names "\(name)" and "\(other)", but the same recording \(file.shortPath), because the name of \
      a file contains only letters, digits, dots and underscores. A replay could return the response of one client to the \
      other. Give one of the recorders another name in the argument named:.
      """
    )
  }

  /// Reports that the execution of a call has made the same call again. The issue is reported only
  /// once for each endpoint.
  func reportCallInItself(_ key: CallKey) {
    guard isFirst("\(key.endpoint) in itself") else { return }
    deliver(
      """
      The execution of \(RecordedCall.description(of: key.endpoint, key.arguments)) made the same call again, so the inner \
      call was not recorded. Probably the client was wrapped twice. Wrap the live client, as in recorder.wrap(.live), and \
      not a client that a recorder of this test has already wrapped.
      """
    )
  }
}

// MARK: - Calls that are executed but not recorded

extension RecordingIssues {
  /// Reports that the response to a call was not recorded, because an issue was reported while the
  /// call was executed. The issue is reported only once for each endpoint.
  func reportIssue(during call: CallIdentity) {
    guard isFirst("\(call.key.endpoint) with an issue") else { return }
    deliver(
      """
      An issue was reported while \(call.description) was executed, so its response was neither recorded nor compared \
      with a recording. Correct the cause of that issue. If the wrapped client is unimplemented, wrap the live client \
      instead, as in recorder.wrap(.live).
      """
    )
  }
}

// MARK: - Calls after the end of the test

extension RecordingIssues {
  private var lateness: String { "after the test \"\(test.name)\" had ended." }

  private var lateAdvice: String {
    """
    \(Self.advice(about: "makes the call")) If an object such as a singleton still uses the client of the test, create that \
    object anew in each test.
    """
  }

  static func advice(about work: String) -> String {
    "Await the work that \(work), or cancel and await it, before the test returns."
  }

  func reportLateReplay(of call: CallIdentity) {
    deliver("\(call.description) was replayed \(lateness) \(lateAdvice)")
  }

  func reportLateExecution(of call: CallIdentity) {
    deliver(
      """
      \(call.description) was executed \(lateness) It was neither recorded nor compared with the recording. \(lateAdvice)
      """
    )
  }

  /// Reports that a stream returned by a recorded call was read after the test had ended.
  func reportLateRead(of call: CallIdentity) {
    deliver(
      """
      The stream of \(call.description) was read \(lateness) The recording does not contain its next element. \
      \(Self.advice(about: "reads the stream"))
      """
    )
  }

  /// Reports that a call was not executed because it was made after the test had ended, and returns
  /// the message.
  func reportLateCall(_ call: CallIdentity) -> String {
    let message =
      "\(call.description) was not executed, because it was called \(lateness) \(lateAdvice)"
    deliver(message)
    return message
  }
}

// MARK: - Calls that were not recorded

extension RecordingIssues {
  /// Reports that a call was not executed because it is missing from the recording, and returns the
  /// message.
  func reportMissing(_ call: CallIdentity, from recorded: RecordingContents) -> String {
    let message = """
      \(call.description) was not recorded, so it was not executed.
      \(knownCalls(like: call, in: recorded))
      To execute and record it, run this command:
        \(RecordingMode.variable)=missing swift test --filter '\(test.filter)'
      """
    deliver(message)
    return message
  }

  /// Returns a text that lists the recorded calls to the endpoint of `call`.
  private func knownCalls(like call: CallIdentity, in recorded: RecordingContents) -> String {
    let endpoint = call.key.endpoint
    let others = recorded.calls.filter { $0.endpoint == endpoint }
    if others.isEmpty { return "The recording \(file.shortPath) has no call to \(endpoint)." }
    let same = others.count { $0.key == call.key }
    if same > 0 {
      let times = same == 1 ? "once" : "\(same) times"
      return "The recording \(file.shortPath) has this call \(times), and this is one more."
    }
    // Texts that differ only in their Unicode normalization look the same, so escape their
    // non-ASCII characters.
    let isAlike = others.contains { $0.description == call.description }
    var lines = ["The recording \(file.shortPath) has these calls to \(endpoint):"]
    lines += others.prefix(5).map { "  \(isAlike ? $0.description.escaped : $0.description)" }
    if others.count > 5 { lines.append("  and \(others.count - 5) more") }
    if isAlike {
      let text = call.description.escaped
      lines.append("One of them differs only in its Unicode characters from \(text).")
    }
    return lines.joined(separator: "\n")
  }
}
