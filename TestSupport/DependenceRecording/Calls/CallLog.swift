import Foundation

/// The values that identify a call in a recording. Repeated calls with the same arguments have the
/// same key, and are distinguished by their order.
struct CallIdentity: Sendable {
  let key: CallKey
  /// The number of earlier calls to the same endpoint with the same arguments.
  let occurrence: Int

  var description: String { RecordedCall.description(of: key.endpoint, key.arguments) }
}

/// A log of the calls that one test makes. The log does no locking of its own; ``RecordingSession``
/// protects it with a lock.
struct CallLog {
  /// A call that the session executed instead of replaying it.
  struct Executed {
    let identity: CallIdentity
    /// An identifier shared by calls that overlapped in time. The order of such calls varies from
    /// one test run to the next, so the recording sorts them by endpoint and arguments.
    let group: Int
    fileprivate let caller: Caller
    fileprivate(set) var outcome: Outcome = .running
  }

  /// The state of an executed call.
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

  /// The task that makes a call or, outside tasks, the thread. If a caller makes a second call
  /// before its first call has ended, the implementation of the first call has made the second one.
  fileprivate enum Caller: Hashable {
    case task(Int)
    case thread(ObjectIdentifier)

    static var current: Caller {
      withUnsafeCurrentTask { $0.map { .task($0.hashValue) } }
        ?? .thread(ObjectIdentifier(Thread.current))
    }
  }

  /// Whether any call has reached the wrapped clients.
  private(set) var isCalled = false
  /// Whether the test has ended. Calls that begin later are reported as issues and not recorded.
  private(set) var isFinished = false
  /// The keys of calls whose arguments differed only in strings that a custom redaction rule
  /// replaced. A recording cannot distinguish such calls.
  private(set) var ambiguous: Set<CallKey> = []
  /// For each key (an endpoint and its redacted arguments), the arguments of the first call before
  /// custom redaction rules replaced strings in them. Calls with the same key are ambiguous if
  /// these original arguments differ. Credentials are replaced even in the original arguments, so
  /// that new credentials do not make a call ambiguous.
  private var originals: [CallKey: JSONText] = [:]
  private var occurrences: [CallKey: Int] = [:]
  private var executed: [Executed] = []
  /// The calls that are being executed, keyed by the tasks or threads that make them. A task or
  /// thread executes one call at a time, because calls that it makes during a call are not added.
  private var running: [Caller: CallKey] = [:]
  private var group = 0

  /// Records that a call has reached a wrapped client, even if its arguments cannot be encoded.
  mutating func noteCall() { isCalled = true }

  /// Counts a call, and returns the values that identify it in the recording.
  ///
  /// - Parameter original: The arguments before custom redaction rules replaced strings in them, or
  ///   `nil` if the recording need not distinguish calls by these strings.
  mutating func begin(_ key: CallKey, original: JSONText?) -> CallIdentity {
    if let original {
      if originals[key, default: original] != original { ambiguous.insert(key) }
      if originals[key] == nil { originals[key] = original }
    }
    let occurrence = occurrences[key, default: 0]
    occurrences[key] = occurrence + 1
    return CallIdentity(key: key, occurrence: occurrence)
  }

  /// The call that the current task or thread is executing, or `nil` if there is none.
  var runningHere: CallKey? { running[.current] }

  /// Adds a call to the list of calls that are executed rather than replayed, and returns its index
  /// in the list.
  mutating func execute(_ call: CallIdentity) -> Int {
    if running.isEmpty { group += 1 }
    let caller = Caller.current
    running[caller] = call.key
    executed.append(Executed(identity: call, group: group, caller: caller))
    return executed.count - 1
  }

  /// Stores the outcome of the call at index `position` in the list of executed calls.
  mutating func end(_ position: Int, as outcome: Outcome) {
    running[executed[position].caller] = nil
    executed[position].outcome = outcome
  }

  /// Marks the test as ended, and returns the executed calls in the order that they began.
  mutating func finish() -> [Executed] {
    isFinished = true
    return executed
  }
}
