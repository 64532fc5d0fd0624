import Dependence

/// A call, as its log sees it: arguments of any shape stay inside.
protocol SpiedCall: Sendable {
  associatedtype Result: Sendable
  var outcome: CallOutcome<Result> { get set }
  var number: Int { get set }
  var order: UInt64 { get set }
}

/// The calls of one spy: a pure state machine.
struct SpyLog<Call: SpiedCall>: Awaitable {
  struct Running: Sendable {
    /// The call's index in ``calls``; nil once these were reset.
    var index: Int?
    let call: Call
    /// The root of the scope in which the call was made.
    let root: DependencyRoot
  }

  private(set) var calls: [Call] = []
  private var running: [UInt64: Running] = [:]
  var rendezvous = Rendezvous()
  /// Whether anything has looked at the calls, or waited for them.
  var isInspected = false

  var count: Int { calls.count }

  /// Notes that `call` has begun, and returns whom that wakes.
  ///
  /// - Parameter order: Names the call; greater than that of any call before.
  mutating func begin(
    _ call: Call,
    order: UInt64,
    in root: DependencyRoot
  ) -> [Rendezvous.Continuation] {
    var call = call
    call.number = calls.count + 1
    call.order = order
    running[order] = Running(index: calls.count, call: call, root: root)
    calls.append(call)
    return rendezvous.met(by: count)
  }

  /// True if a call was not forgotten while it ran.
  func isKept(_ order: UInt64) -> Bool { running[order]?.index != nil }

  // Values leave the lock by each result below, because their release may run anything.

  /// Notes how a call has ended, and returns what nobody has use for any more.
  mutating func end(_ order: UInt64, _ outcome: CallOutcome<Call.Result>) -> Running? {
    let ended = running.removeValue(forKey: order)
    if let index = ended?.index { calls[index].outcome = outcome }
    return ended
  }

  /// Forgets every call, and returns them. Those that run are still expected to end.
  mutating func reset() -> [Call] {
    defer { calls = [] }
    for order in running.keys { running[order]?.index = nil }
    return calls
  }

  /// The calls made in a scope of `root` that still run, in order; they are expected to end no more.
  mutating func giveUp(on root: DependencyRoot) -> [Running] {
    let orders = running.filter { $1.root === root }.keys.sorted()
    return orders.compactMap { running.removeValue(forKey: $0) }
  }
}
