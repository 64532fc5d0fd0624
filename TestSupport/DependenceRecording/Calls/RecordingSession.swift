import Dependence
import DependenceHarness
import DependenceTesting

/// A test's calls, together with the recording that they are replayed from or written to. If a test
/// runs many times, each run has its own session.
final class RecordingSession: Sendable {
  let mode: RecordingMode
  let test: TestIdentity
  /// The name that determines the name of the file: the name of the first recorder or, if it has
  /// none, the name of the test.
  let name: String
  let file: RecordingFile
  /// The file that this session would use if no argument of a parameterized test were secret.
  /// Secret arguments are left out of file names, and the recorders of a test may have different
  /// redaction rules. They share a session if this file is the same.
  let unredactedFile: RecordingFile
  let issues: RecordingIssues
  private let recorded: RecordingContents
  /// The reason that the recording file cannot be used, or `nil` if it can be used. The reason has
  /// already been reported as an issue.
  private let problem: RecordingProblem?
  private let rules: Lock<Redaction>
  private let site: SourceSite
  /// A check that reports an issue if no run of a repeated test, such as a stress test, calls the
  /// wrapped clients. All runs share one check for each source location that creates a recorder.
  /// The property is `nil` unless the test is repeated and the environment variable
  /// `DEPENDENCE_AUDIT` is `1`.
  private let repetitions: RepetitionAudit?
  private let log = Lock(CallLog())

  init(
    _ mode: RecordingMode,
    of test: TestIdentity,
    named name: String? = nil,
    in file: RecordingFile,
    _ recorded: RecordingContents,
    _ redaction: Redaction,
    unredactedFile: RecordingFile? = nil,
    problem: RecordingProblem? = nil,
    repetitions: RepetitionAudit? = nil,
    at site: SourceSite
  ) {
    (self.mode, self.test, self.file, self.recorded) = (mode, test, file, recorded)
    self.name = name ?? test.name
    (self.unredactedFile, self.repetitions) = (unredactedFile ?? file, repetitions)
    rules = Lock(redaction)
    (self.problem, self.site) = (problem, site)
    issues = RecordingIssues(of: test, in: file, at: site)
  }

  /// The rules for replacing secrets, combined from all recorders that share this session.
  /// Recorders share a session if they belong to the same test and use the same file.
  var redaction: Redaction { rules.withLock { $0 } }

  /// Adds another recorder's rules for replacing secrets. They are applied after the existing
  /// rules.
  func add(_ other: Redaction) { rules.withLock { $0.add(other) } }
}

// MARK: - Calls

extension RecordingSession {
  /// Encodes a call's arguments, and counts the calls to the same endpoint with the same arguments.
  ///
  /// - Returns: The values that identify the call in the recording, or `nil` if the call cannot be
  ///   recorded. That is the case if an argument cannot be encoded, which is reported as an issue,
  ///   and if the implementation of another endpoint makes the call.
  func begin(_ endpoint: String, _ arguments: [Any]) -> CallIdentity? {
    log.withLock { $0.noteCall() }
    repetitions?.noteUse()
    // Calls that the implementation of an endpoint makes are executed, but not recorded. A replay
    // does not execute the implementation, so it would return the response to such an inner call
    // when the test makes its next call.
    let outer = mode.isLive ? log.withLock(\.runningHere) : nil
    if let outer, outer.endpoint != endpoint { return nil }
    do throws(UnrecordableType) {
      var encoded: [JSONText] = []
      var redacted: [JSONText] = []
      let redaction = self.redaction
      // Redact each argument by itself. A list of arguments could be mistaken for a dictionary,
      // which may be encoded as an array of alternating keys and values.
      for argument in arguments {
        encoded.append(try ValueCoding.encode(argument))
        redacted.append(try redaction.redact(encoded[encoded.count - 1]))
      }
      let key = CallKey(endpoint: endpoint, arguments: .array(redacted))
      if let outer {
        if outer == key { issues.reportCallInItself(key) }
        return nil
      }
      // If custom rules replace strings, calls with different arguments may look the same. Pass on
      // the original arguments, so that the log can detect this. Without custom rules, only
      // credentials are replaced, and a call repeated with new credentials is still the same call.
      var comparable: JSONText?
      if mode.writes, redaction.hasCustomRules {
        var originals: [JSONText] = []
        for argument in encoded { originals.append(try Redaction(nil).redact(argument)) }
        comparable = .array(originals)
      }
      return log.withLock { [comparable] in $0.begin(key, original: comparable) }
    } catch {
      issues.report(error, as: "an argument", of: endpoint)
      return nil
    }
  }

  /// Returns the recorded response to a call, or `nil` if the recording does not contain the call.
  /// Reports an issue if there is a response but the test has already ended.
  func recordedOutcome(of call: CallIdentity) -> RecordedOutcome? {
    let outcome = recorded.call(call.key, occurrence: call.occurrence)?.outcome
    if outcome != nil, log.withLock(\.isFinished) { issues.reportLateReplay(of: call) }
    return outcome
  }

  /// Reports that a call was not executed, and returns the message. The message gives the reason:
  /// the call is missing from the recording, or was made after the test had ended.
  ///
  /// If the recording file cannot be used at all, this method reports no issue, because the problem
  /// with the file has already been reported.
  func reportMissing(_ call: CallIdentity) -> String {
    if let problem { return "\(call.description) was not executed. \(problem.message)" }
    if log.withLock(\.isFinished) { return issues.reportLateCall(call) }
    return issues.reportMissing(call, from: recorded)
  }

  /// Adds a call to the list of calls that are executed rather than replayed, and returns its index
  /// in the list. Reports an issue if the test has already ended.
  func execute(_ call: CallIdentity) -> Int {
    let (position, isLate) = log.withLock { ($0.execute(call), $0.isFinished) }
    if isLate { issues.reportLateExecution(of: call) }
    return position
  }

  /// Stores the outcome of the call at index `position` in the list of executed calls.
  func end(_ position: Int, as outcome: CallLog.Outcome) {
    log.withLock { $0.end(position, as: outcome) }
  }
}

// MARK: - The end of the test

extension RecordingSession: RootAudit {
  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let (calls, ambiguous) = log.withLock { ($0.finish(), $0.ambiguous) }
    let executed = ExecutedCalls(calls, reportingTo: issues)
    let messages: [String]
    switch mode {
    case .replay: messages = []
    case .missing, .all:
      let update = RecordingUpdate(
        file: file,
        test: test,
        mode: mode,
        recorded: recorded,
        executed: executed,
        ambiguousKeys: ambiguous,
        isIncomplete: root.hasEndedEarly || OpenRecordings.isRefused(file),
        isPart: root.part != nil
      )
      messages = update.write()
    case .verify:
      let advice = """
        The recording \(file.shortPath) is out of date. To record the test again, run this command:
          \(RecordingMode.variable)=all swift test --filter '\(test.filter)'
        """
      messages = executed.differences(from: recorded).message(advice).map { [$0] } ?? []
    }
    return messages.map { DependencyIssue($0, at: site) } + auditFinding(in: root)
  }

  /// Returns an array that contains one issue if no call reached the clients that the test wrapped,
  /// and is empty otherwise. This check runs only if the environment variable `DEPENDENCE_AUDIT` is
  /// `1`.
  private func auditFinding(in root: DependencyRoot) -> [DependencyIssue] {
    if log.withLock(\.isCalled) { return [] }
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
}
