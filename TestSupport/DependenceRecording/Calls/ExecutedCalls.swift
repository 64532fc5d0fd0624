/// The calls that a session has executed rather than replayed, collected at the end of the test.
struct ExecutedCalls {
  /// The calls with a response, in the order that they began. Calls that overlapped are sorted by
  /// endpoint and arguments instead, because their order varies from one test run to the next.
  private(set) var calls: [(RecordedCall, occurrence: Int)] = []
  /// Descriptions of the calls that are still running.
  private(set) var running: [String] = []
  /// Descriptions of the calls that have returned a stream whose consumer is waiting for the next
  /// element.
  private(set) var streaming: [String] = []
  /// For each key (an endpoint and its arguments), the index of the first call without a response
  /// among the calls with this key. A key whose calls all have a response has no entry.
  private var gaps: [CallKey: Int] = [:]

  /// Collects the responses to the executed calls. Reports to `issues` each stream whose
  /// elements could not be encoded.
  init(_ executed: [CallLog.Executed], reportingTo issues: RecordingIssues) {
    var calls: [(RecordedCall, occurrence: Int, group: Int)] = []
    for call in executed {
      let identity = call.identity
      var outcome: RecordedOutcome?
      switch call.outcome {
      case .ended(let ended): outcome = ended
      case .streaming(let log):
        let isRead = log.close()
        if let problem = log.problem {
          issues.report(problem, as: "a stream with values", of: identity.key.endpoint)
        } else {
          outcome = isRead ? nil : .stream(log.stream)
          if isRead { streaming.append(identity.description) }
        }
      case .running: running.append(identity.description)
      case .dropped: break
      }
      guard let outcome else {
        let gap = gaps[identity.key, default: identity.occurrence]
        gaps[identity.key] = min(gap, identity.occurrence)
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
    self.calls = calls.map { ($0.0, $0.occurrence) }
  }

  /// Whether the response to a call could not be recorded.
  var hasGaps: Bool { !gaps.isEmpty }

  /// The calls that can be replayed. A replay identifies a call by its position among the calls
  /// with the same arguments. A call without a response cannot be recorded. Later calls with the
  /// same arguments would move to lower positions, so they are left out, too.
  var replayable: [RecordedCall] {
    calls.filter { $0.occurrence < gaps[$0.0.key, default: .max] }.map(\.0)
  }

  /// Compares the responses with the recorded ones, and returns a table of the differences.
  func differences(from recorded: RecordingContents) -> DifferenceTable {
    var table = DifferenceTable()
    for (call, occurrence) in calls {
      let expected = recorded.call(call.key, occurrence: occurrence)?.outcome
      table.add(call.description, recorded: expected, actual: call.outcome)
    }
    for call in running { table.add(call, problem: "still running when the test ended") }
    for call in streaming {
      table.add(call, problem: "a stream that was still being read when the test ended")
    }
    return table
  }
}
