import DependenceTesting
import Foundation

/// An update of a recording file with the calls that a test has executed.
struct RecordingUpdate {
  let file: RecordingFile
  let test: TestIdentity
  /// The mode of the session: `missing`, which keeps the recorded calls, or `all`, which replaces
  /// them.
  let mode: RecordingMode
  let recorded: RecordingContents
  let executed: ExecutedCalls
  /// The keys of calls whose arguments differed only in strings that a custom redaction rule
  /// replaced.
  let ambiguousKeys: Set<CallKey>
  /// Whether the list of executed calls may be incomplete. This is the case if the test or its
  /// setup threw an error, or if a simulation in the test has made calls, which are not executed.
  let isIncomplete: Bool
  /// Whether the run is only a part of the test, such as an iteration of a stress test.
  let isPart: Bool

  private var kept: [RecordedCall] { mode == .missing ? recorded.calls : [] }

  /// Descriptions of the calls that a replay could confuse, keyed by call key. Such calls had
  /// different arguments and responses, but a custom redaction rule replaced the strings that
  /// differed, so the recorded arguments are the same. If a later test run made the calls in
  /// another order, a call would get the response recorded for a different one.
  private var ambiguous: [CallKey: String] {
    if ambiguousKeys.isEmpty { return [:] }
    let new = executed.calls.map(\.0)
    let calls = Dictionary(grouping: (kept + new).filter { ambiguousKeys.contains($0.key) }) {
      $0.key
    }
    let newKeys = Set(new.map(\.key))
    return calls.filter { key, calls in
      newKeys.contains(key)
        && zip(calls, calls.dropFirst()).contains { !$0.outcome.isSameResponse(as: $1.outcome) }
    }
    .compactMapValues(\.first?.description)
  }

  /// Writes the kept and the executed calls to the recording file. Returns error messages about
  /// calls that were still running and about calls that a replay could confuse. Also returns a
  /// message if writing failed, or if the file was not written because it would contain a secret.
  func write() -> [String] {
    let ambiguous = ambiguous
    let new = executed.replayable.filter { ambiguous[$0.key] == nil }
    let messages = messages(about: ambiguous.values.sorted())
    guard isNeeded(for: new) else { return messages }
    let problem = OpenRecordings.merging(kept + new, into: file, isPart: isPart) { save($0) }
    return messages + [problem].compactMap(\.self)
  }

  /// Returns `true` if the file must be written. In `all` mode, an incomplete list of calls does not
  /// replace a recording that contains additional calls. The list is incomplete if the test did not
  /// make all of its calls, or if a response to a call could not be recorded.
  private func isNeeded(for new: [RecordedCall]) -> Bool {
    if mode == .missing { return !new.isEmpty }
    let isIncomplete = isIncomplete || executed.hasGaps || !ambiguous.isEmpty
    return !isIncomplete || !RecordingContents(new).lacksCalls(of: recorded)
  }

  private func messages(about ambiguous: [String]) -> [String] {
    let consequence = "so neither this call nor a later one with the same arguments was recorded."
    let running = executed.running.map {
      "\($0) still ran when the test ended, \(consequence) \(RecordingIssues.advice(about: "makes the call"))"
    }
    let streaming = executed.streaming.map {
      """
      The stream of \($0) was still being read when the test ended, \(consequence) \
      \(RecordingIssues.advice(about: "reads the stream"))
      """
    }
    let confused = ambiguous.map {
      """
      Several calls have different responses, and their arguments differ only in strings that redacting: replaced. They \
      were not recorded, because all of them would be \($0), so a replay could return the response of one call to another. \
      Replace different strings with different texts, such as PERSON-1 and PERSON-2, and record the test again.
      """
    }
    return running + streaming + confused
  }

  /// Replaces the contents of the file. Returns an error message if that fails, or if the file
  /// would contain a secret.
  private func save(_ calls: [RecordedCall]) -> String? {
    if let name = EnvironmentSecrets(ProcessInfo.processInfo.environment).name(foundIn: calls) {
      return """
        The recording \(file.shortPath) was not written, because it would contain the value of the environment variable \
        \(name). Replace the value with the argument redacting:. If the value is a key of a dictionary, which redacting: \
        does not change, give the endpoint another type.
        """
    }
    do throws(RecordingProblem) {
      try file.save(RecordingContents(calls).text(of: test.recordedName))
      return nil
    } catch {
      return error.message
    }
  }
}
