import Dependence
import DependenceHarness
import DependenceTesting
import Foundation

/// A test's calls, together with the recording that they are replayed from or written to. If a test
/// runs many times, each run has its own session.
final class RecordingSession: Sendable {
  /// A call that this session executed instead of replaying it.
  private struct Executed {
    let identity: CallIdentity
    /// An identifier shared by calls that overlapped in time. The order of such calls varies from
    /// one test run to the next, so the recording sorts them by endpoint and arguments.
    let group: Int
    let caller: Caller
    var outcome: Outcome = .running
  }

  /// The task or, outside tasks, the thread that makes a call. It makes one call at a time, except
  /// for calls that the implementation of an endpoint makes.
  private enum Caller: Hashable {
    case task(Int)
    case thread(ObjectIdentifier)

    static var current: Caller {
      withUnsafeCurrentTask { $0.map { .task($0.hashValue) } }
        ?? .thread(ObjectIdentifier(Thread.current))
    }
  }

  /// A call that is being executed, and the task or thread that makes it.
  private struct RunningCall: Hashable {
    let key: CallKey
    let caller: Caller
  }

  /// The state of a call executed by this session.
  enum Outcome {
    case running
    case ended(RecordedOutcome)
    /// The call has returned a stream. The log contains the elements received by the consumer so
    /// far.
    case streaming(StreamLog)
    /// The call's response cannot be encoded, so the call is left out of the recording. An issue
    /// has been reported.
    case dropped
  }

  private struct State {
    var occurrences: [CallKey: Int] = [:]
    /// For each key (an endpoint and its redacted arguments), the original arguments of the first
    /// call, before custom redaction rules replaced strings in them. Calls with the same key are
    /// ambiguous if their original arguments differ. In these original arguments, only credentials
    /// have been replaced, so that new credentials do not make a call ambiguous.
    var originals: [CallKey: JSONText] = [:]
    /// The keys of calls whose arguments differed only in strings that a custom redaction rule
    /// replaced. A recording cannot distinguish such calls.
    var ambiguous: Set<CallKey> = []
    var executed: [Executed] = []
    var running: Set<RunningCall> = []
    var group = 0
    /// Whether the test has ended. Calls that begin later are reported as issues and not recorded.
    var isFinished = false
    /// The combinations of endpoint and unsupported type that have already been reported. Each one
    /// is reported only once.
    var reported: Set<String> = []
    /// For the name of each endpoint of a wrapped client, the type of the client.
    var clients: [String: any Any.Type] = [:]
    /// Whether any call has reached the wrapped clients.
    var isCalled = false
  }

  let mode: RecordingMode
  let test: TestIdentity
  let file: RecordingFile
  /// The file as it would be named if no argument of a parameterized test were secret. Recorders of
  /// the same test share a session if this file is the same, even if their redaction rules differ.
  let unredactedFile: RecordingFile
  private let recorded: RecordingContents
  /// The reason that the recording file cannot be used, or `nil` if it can be used. The reason has
  /// already been reported as an issue.
  private let problem: RecordingProblem?
  private let rules: Lock<Redaction>
  private let site: SourceSite
  /// The audit that all runs of a repeated test share for the recorders they create at this source
  /// location, or `nil` if this session does not belong to such a run.
  private let repetitions: RepetitionAudit?
  private let state = Lock(State())

  init(
    _ mode: RecordingMode,
    of test: TestIdentity,
    in file: RecordingFile,
    _ recorded: RecordingContents,
    _ redaction: Redaction,
    unredactedFile: RecordingFile? = nil,
    problem: RecordingProblem? = nil,
    repetitions: RepetitionAudit? = nil,
    at site: SourceSite
  ) {
    (self.mode, self.test, self.file, self.recorded) = (mode, test, file, recorded)
    (self.unredactedFile, self.repetitions) = (unredactedFile ?? file, repetitions)
    rules = Lock(redaction)
    (self.problem, self.site) = (problem, site)
  }
}

// MARK: - Calls

/// The values that identify a call in a recording. Repeated calls with the same arguments have the
/// same key, and are distinguished by their order.
struct CallIdentity: Sendable {
  let key: CallKey
  /// The number of earlier calls to the same endpoint with the same arguments.
  let occurrence: Int

  var description: String { RecordedCall.description(of: key.endpoint, key.arguments) }
}

extension RecordingSession {
  /// Encodes a call's arguments, and counts the calls to the same endpoint with the same arguments.
  ///
  /// - Returns: The values that identify the call in the recording, or `nil` if an argument cannot
  ///   be encoded, or if the call was made while its task or thread was already executing the same
  ///   call. In both cases, an issue has been reported.
  func begin(_ endpoint: String, _ arguments: [Any]) -> CallIdentity? {
    state.withLock { $0.isCalled = true }
    repetitions?.noteUse()
    do throws(UnrecordableType) {
      var encoded: [JSONText] = []
      var redacted: [JSONText] = []
      let redaction = self.redaction
      // Redact each argument by itself. The list of arguments must not be mistaken for the keys and
      // values of a dictionary.
      for argument in arguments {
        encoded.append(try ValueCoding.encode(argument))
        redacted.append(try redaction.redact(encoded[encoded.count - 1]))
      }
      let key = CallKey(endpoint: endpoint, arguments: .array(redacted))
      if mode.isLive, isRunning(key) { return nil }
      // Compare the original arguments only if there are custom rules for replacing secrets.
      // Without custom rules, only credentials are replaced, and a call repeated with new
      // credentials is still the same call.
      var comparable: JSONText?
      if mode.writes, redaction.hasCustomRules {
        var originals: [JSONText] = []
        for argument in encoded { originals.append(try Redaction(nil).redact(argument)) }
        comparable = .array(originals)
      }
      let occurrence = state.withLock { state in
        if let comparable, state.originals[key, default: comparable] != comparable {
          state.ambiguous.insert(key)
        }
        if let comparable, state.originals[key] == nil { state.originals[key] = comparable }
        let occurrence = state.occurrences[key, default: 0]
        state.occurrences[key] = occurrence + 1
        return occurrence
      }
      return CallIdentity(key: key, occurrence: occurrence)
    } catch {
      report(error, as: "an argument", of: endpoint)
      return nil
    }
  }

  /// Returns `true` if the current task or thread is executing a call with this key, and reports an
  /// issue. Recording both calls would store two responses to one call of the test. A replay makes
  /// only the outer call, so it would return the second response to the next call.
  private func isRunning(_ key: CallKey) -> Bool {
    let call = RunningCall(key: key, caller: .current)
    let (isRunning, isFirst) = state.withLock { state in
      guard state.running.contains(call) else { return (false, false) }
      return (true, state.reported.insert("\(key.endpoint) in itself").inserted)
    }
    if isFirst {
      let description = RecordedCall.description(of: key.endpoint, key.arguments)
      deliver(
        """
        The execution of \(description) made the same call again, so the inner call was not recorded. Probably the client \
        was wrapped twice. Wrap the live client, as in recorder.wrap(.live), and not a client that a recorder of this test \
        has already wrapped.
        """
      )
    }
    return isRunning
  }

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

  /// The rules for replacing secrets, combined from all recorders that share this session.
  /// Recorders share a session if they belong to the same test and use the same file.
  var redaction: Redaction { rules.withLock { $0 } }

  /// Adds another recorder's rules for replacing secrets. They are applied after the existing
  /// rules.
  func add(_ other: Redaction) { rules.withLock { $0.add(other) } }

  /// Returns the recorded response to a call, or `nil` if the recording does not contain the call.
  /// Reports an issue if there is a response but the test has already ended.
  func recordedOutcome(of call: CallIdentity) -> RecordedOutcome? {
    let outcome = recorded.call(call.key, occurrence: call.occurrence)?.outcome
    if outcome != nil, state.withLock(\.isFinished) {
      deliver("\(call.description) was replayed \(lateness) \(lateAdvice)")
    }
    return outcome
  }

  /// Adds a call to the list of calls that are executed rather than replayed, and returns its index
  /// in the list. Reports an issue if the test has already ended.
  func execute(_ call: CallIdentity) -> Int {
    let running = RunningCall(key: call.key, caller: .current)
    let (position, isLate) = state.withLock { state in
      if state.running.isEmpty { state.group += 1 }
      state.running.insert(running)
      state.executed.append(
        Executed(identity: call, group: state.group, caller: running.caller)
      )
      return (state.executed.count - 1, state.isFinished)
    }
    if isLate {
      deliver(
        """
        \(call.description) was executed \(lateness) It was neither recorded nor compared with the recording. \(lateAdvice)
        """
      )
    }
    return position
  }

  /// Stores the outcome of the call at index `position` in the list of executed calls.
  func end(_ position: Int, as outcome: Outcome) {
    state.withLock { state in
      let call = state.executed[position]
      state.running.remove(RunningCall(key: call.identity.key, caller: call.caller))
      state.executed[position].outcome = outcome
    }
  }
}

// MARK: - Issues

extension RecordingSession {
  /// Reports that an endpoint has an argument, result or stream element of a type that cannot be
  /// recorded. The issue is reported only once for each combination of endpoint and type.
  func report(_ type: UnrecordableType, as role: String, of endpoint: String) {
    guard state.withLock({ $0.reported.insert("\(endpoint) \(type.type)").inserted }) else {
      return
    }
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
    let combination = "\(call.key.endpoint) \(problem.type)"
    guard state.withLock({ $0.reported.insert(combination).inserted }) else { return }
    deliver(
      """
      The recorded response to \(call.description) does not fit the type \(problem.type), so it was not replayed. The \
      conversion failed for this reason: \(reason)
      Correct the response in the recording \(file.shortPath), or run this command to record the test again:
        \(RecordingMode.variable)=all swift test --filter '\(test.filter)'
      """
    )
  }

  /// Reports that a call was not executed, and returns the message. It gives the reason: the call
  /// is missing from the recording, or was made after the test had ended.
  ///
  /// If the recording file cannot be used at all, this method reports no issue and only returns a
  /// message, because the problem with the file has already been reported.
  func reportMissing(_ call: CallIdentity) -> String {
    if let problem { return "\(call.description) was not executed. \(problem.message)" }
    let message = missingMessage(for: call)
    deliver(message)
    return message
  }

  private var lateness: String { "after the test \"\(test.name)\" had ended." }

  private var lateAdvice: String {
    """
    \(Self.advice(about: "makes the call")) If an object such as a singleton still uses the client of the test, create that \
    object anew in each test.
    """
  }

  private static func advice(about work: String) -> String {
    "Await the work that \(work), or cancel and await it, before the test returns."
  }

  /// Reports that the consumer of a stream, which a recorded call has returned, has read it after
  /// the test had ended.
  func reportLateRead(of call: CallIdentity) {
    deliver(
      """
      The stream of \(call.description) was read \(lateness) The recording does not contain its next element. \
      \(Self.advice(about: "reads the stream"))
      """
    )
  }

  private func missingMessage(for call: CallIdentity) -> String {
    if state.withLock(\.isFinished) {
      return "\(call.description) was not executed, because it was called \(lateness) \(lateAdvice)"
    }
    let endpoint = call.key.endpoint
    let others = recorded.calls.filter { $0.endpoint == endpoint }
    var known = "The recording \(file.shortPath) has no call to \(endpoint)."
    if !others.isEmpty {
      let same = others.count { $0.key == call.key }
      // Texts that differ only in their Unicode normalization look the same, so escape their
      // non-ASCII characters.
      let isAlike = same == 0 && others.contains { $0.description == call.description }
      let list = others.prefix(5).map {
        "  \(isAlike ? $0.description.escaped : $0.description)"
      }.joined(separator: "\n")
      let rest = others.count > 5 ? "\n  and \(others.count - 5) more" : ""
      known =
        same > 0
        ? "The recording \(file.shortPath) has this call \(same == 1 ? "once" : "\(same) times"), and this is one more."
        : "The recording \(file.shortPath) has these calls to \(endpoint):\n\(list)\(rest)"
      if isAlike {
        let text = call.description.escaped
        known += "\nOne of them differs only in its Unicode characters from \(text)."
      }
    }
    return """
      \(call.description) was not recorded, so it was not executed.
      \(known)
      To execute and record it, run this command:
        \(RecordingMode.variable)=missing swift test --filter '\(test.filter)'
      """
  }

  func deliver(_ message: String) { IssuePath.deliver(message, at: site) }
}

// MARK: - The end of the test

extension RecordingSession: RootAudit {
  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let messages =
      switch mode {
      case .replay: finishReplay()
      case .missing, .all: write(root)
      case .verify: compare()
      }
    return messages.map { DependencyIssue($0, at: site) } + auditFinding(in: root)
  }

  /// Returns an array that contains one issue if no call reached the clients that the test wrapped,
  /// and is empty otherwise. This check runs only if the environment variable `DEPENDENCE_AUDIT` is
  /// `1`.
  private func auditFinding(in root: DependencyRoot) -> [DependencyIssue] {
    if state.withLock(\.isCalled) { return [] }
    let client = "client that uses the recording \(file.shortPath)"
    let advice =
      "A later trait or override may have replaced the wrapped client. Wrap the client there, or remove the recorder."
    return root.unusedFinding(
      "The test called no \(client), so nothing was replayed, recorded or compared. \(advice)",
      ofRepeatedTest: "No run of this repeated test called a \(client). \(advice)",
      repetitions,
      at: site
    )
  }

  private func finishReplay() -> [String] {
    state.withLock { $0.isFinished = true }
    return []
  }

  /// The calls that a session has executed rather than replayed, collected at the end of the test.
  private struct ExecutedCalls {
    /// The calls with a response, in the order that they began. Calls that overlapped are sorted by
    /// endpoint and arguments instead, because their order varies from one test run to the next.
    var calls: [(RecordedCall, occurrence: Int)] = []
    /// Descriptions of the calls that are still running.
    var running: [String] = []
    /// Descriptions of the calls that have returned a stream whose consumer is waiting for the next
    /// element.
    var streaming: [String] = []
    /// For each combination of endpoint and arguments, the index of the first call without a
    /// response among all calls with that combination. Combinations whose calls all have a response
    /// are omitted.
    var gaps: [CallKey: Int] = [:]

    /// The calls that can be replayed. A replay identifies a call by its position among the calls
    /// with the same arguments. If a call has no response, later calls with the same arguments
    /// would move to lower positions, so they are left out, too.
    var replayable: [RecordedCall] {
      calls.filter { $0.occurrence < gaps[$0.0.key, default: .max] }.map(\.0)
    }
  }

  /// Marks the test as ended, and returns the executed calls.
  private func executedCalls() -> ExecutedCalls {
    let executed = state.withLock { state in
      state.isFinished = true
      return state.executed
    }
    var calls: [(RecordedCall, occurrence: Int, group: Int)] = []
    var result = ExecutedCalls()
    for call in executed {
      let identity = call.identity
      var outcome: RecordedOutcome?
      switch call.outcome {
      case .ended(let ended): outcome = ended
      case .streaming(let log):
        let isRead = log.close()
        if let problem = log.problem {
          report(problem, as: "a stream with values", of: identity.key.endpoint)
        } else {
          outcome = isRead ? nil : .stream(log.stream)
          if isRead { result.streaming.append(identity.description) }
        }
      case .running: result.running.append(identity.description)
      case .dropped: break
      }
      guard let outcome else {
        let gap = result.gaps[identity.key, default: identity.occurrence]
        result.gaps[identity.key] = min(gap, identity.occurrence)
        continue
      }
      let recorded = RecordedCall(
        endpoint: identity.key.endpoint,
        arguments: identity.key.arguments,
        outcome: outcome
      )
      calls.append((recorded, identity.occurrence, call.group))
    }
    calls.sort {
      ($0.group, $0.0.endpoint, $0.0.arguments, $0.occurrence)
        < ($1.group, $1.0.endpoint, $1.0.arguments, $1.occurrence)
    }
    result.calls = calls.map { ($0.0, $0.occurrence) }
    return result
  }

  /// Writes the executed calls to the recording file. Returns error messages about calls that were
  /// still running and about calls that a replay could confuse. Also returns a message if writing
  /// failed, or if the file was not written because it would contain a secret.
  ///
  /// If the test ended early, for example because it or its setup threw an error, the list of
  /// executed calls may be incomplete. In `all` mode, an incomplete list does not replace a
  /// recording that contains additional calls.
  private func write(_ root: DependencyRoot) -> [String] {
    let executed = executedCalls()
    let consequence = "so neither this call nor a later one with the same arguments was recorded."
    var messages = executed.running.map {
      "\($0) still ran when the test ended, \(consequence) \(Self.advice(about: "makes the call"))"
    }
    messages += executed.streaming.map {
      """
      The stream of \($0) was still being read when the test ended, \(consequence) \
      \(Self.advice(about: "reads the stream"))
      """
    }
    let ambiguous = ambiguousCalls(among: executed.calls.map(\.0))
    messages += ambiguous.values.sorted().map {
      """
      Several calls have different responses, and their arguments differ only in strings that redacting: replaced. They \
      were not recorded, because all of them would be \($0), so a replay could return the response of one call to another. \
      Replace different strings with different texts, such as PERSON-1 and PERSON-2, and record the test again.
      """
    }
    let new = executed.replayable.filter { ambiguous[$0.key] == nil }
    let calls = (mode == .missing ? recorded.calls : []) + new
    guard mode == .all || !new.isEmpty else { return messages }
    if mode == .all, root.hasEndedEarly, RecordingContents(calls).lacksCalls(of: recorded) {
      return messages
    }
    if let name = EnvironmentSecrets(ProcessInfo.processInfo.environment).name(foundIn: calls) {
      messages.append(
        """
        The recording \(file.shortPath) was not written, because it would contain the value of the environment variable \
        \(name). Replace the value with the argument redacting:. If the value is a key of a dictionary, which redacting: \
        does not change, give the endpoint another type.
        """
      )
      return messages
    }
    do throws(RecordingProblem) {
      try file.save(RecordingContents(calls).text(of: test.recordedName))
    } catch {
      messages.append(error.message)
    }
    return messages
  }

  /// Returns descriptions of the calls that a replay could confuse, keyed by call key. Such calls
  /// have different responses but the same redacted arguments, because a custom redaction rule
  /// replaced the strings that differed. If a replay made the calls in another order, a call could
  /// get the response recorded for a different one.
  private func ambiguousCalls(among executed: [RecordedCall]) -> [CallKey: String] {
    let ambiguous = state.withLock(\.ambiguous)
    if ambiguous.isEmpty { return [:] }
    let replayed = mode == .missing ? recorded.calls : []
    let calls = Dictionary(grouping: (replayed + executed).filter { ambiguous.contains($0.key) }) {
      $0.key
    }
    let new = Set(executed.map(\.key))
    return calls.filter { key, calls in
      new.contains(key)
        && zip(calls, calls.dropFirst()).contains { !$0.outcome.isSameResponse(as: $1.outcome) }
    }
    .compactMapValues(\.first?.description)
  }

  /// Compares the responses to the executed calls with the recorded ones. Returns an array with one
  /// error message that lists all differences, or an empty array if there are none.
  private func compare() -> [String] {
    let executed = executedCalls()
    var table = DifferenceTable()
    for (call, occurrence) in executed.calls {
      let expected = recorded.call(call.key, occurrence: occurrence)?.outcome
      table.add(call.description, recorded: expected, actual: call.outcome)
    }
    for call in executed.running { table.add(call, problem: "still running when the test ended") }
    for call in executed.streaming {
      table.add(call, problem: "a stream that was still being read when the test ended")
    }
    return table.message(
      """
      The recording \(file.shortPath) is out of date. To record the test again, run this command:
        \(RecordingMode.variable)=all swift test --filter '\(test.filter)'
      """
    ).map { [$0] } ?? []
  }
}
