import Dependence

/// The faults to inject into one call.
///
/// If the faults were created with `atMost:`, a simulation chooses them during a search, which runs
/// the test many times. Otherwise, the faults depend only on the seed, the endpoint's name, and the
/// call's position among the calls to that endpoint. Calls to other endpoints do not affect them.
struct FaultPlan: Sendable {
  private(set) var delay = Duration.zero
  /// The fault that makes the call fail, or `nil` if the call may succeed. Faults of the kinds
  /// `throwing` and `cancelling` prevent the execution of the call. A fault of the kind
  /// `losingResponse` lets the call execute, and then throws an error instead of returning the
  /// response.
  private(set) var failure: Fault.Kind?
  /// The delay between the endpoint's response and its delivery to the caller.
  private(set) var holdBack = Duration.zero
  private(set) var isDuplicated = false

  /// Creates a plan without faults.
  init() {}

  /// Creates the plan for one call to `endpoint` by choosing faults according to their
  /// probabilities. The random numbers depend only on the seed, the endpoint, and the call's
  /// position.
  ///
  /// - Parameter call: The position of the call among the calls to `endpoint`, starting at 1.
  init(_ faults: [Fault], seed: UInt64, endpoint: String, call: Int) {
    var generator = SeededRandomNumberGenerator(seed: Self.seed(seed, endpoint, call))
    for fault in faults {
      // Draw two random numbers for each fault, even if they are not needed. Otherwise, the outcome
      // for one fault would change the random numbers used for the next one.
      let chance = Double(generator.next() >> 11) / 0x1p53
      let share = generator.next() % 1_001
      guard chance < fault.probability else { continue }
      switch fault.kind {
      case .delay(let limit): delay += limit.thousandths(share)
      case .reordering(let limit): holdBack += limit.thousandths(share)
      case .duplicating: isDuplicated = true
      case .throwing, .cancelling, .losingResponse: failure = failure ?? fault.kind
      }
    }
  }

  /// Creates the plan for one call to `endpoint` by letting a simulation choose at most one fault.
  /// When a test is simulated many times, different runs try different choices.
  ///
  /// - Parameter faults: The faults that the simulation can choose from. If the list is empty, the
  ///   plan contains no faults.
  init(choosing faults: [Fault], in world: any SimulatedWorld, endpoint: String, call: Int) {
    let name = "\(endpoint) call \(call)"
    let choice = world.choose(name, among: faults.count + 1) {
      $0 == 0 ? "no fault" : faults[$0 - 1].summary
    }
    guard choice > 0 else { return }
    func part(of limit: Duration) -> Duration {
      // Put the shortest delay first, because the first alternative is preferred when a failing
      // simulation run is shrunk to a simpler one.
      let parts = (1...4).map { limit / 4 * $0 }
      return parts[world.choose("delay of \(name)", among: parts.count) { "\(parts[$0])" }]
    }
    let kind = faults[choice - 1].kind
    switch kind {
    case .delay(let limit): delay = part(of: limit)
    case .reordering(let limit): holdBack = part(of: limit)
    case .throwing, .cancelling, .losingResponse: failure = kind
    case .duplicating: isDuplicated = true
    }
  }

  var isEmpty: Bool {
    delay == .zero && holdBack == .zero && failure == nil && !isDuplicated
  }

  private static func seed(_ seed: UInt64, _ endpoint: String, _ call: Int) -> UInt64 {
    var generator = SeededRandomNumberGenerator(seed: seed ^ endpoint.stableHash)
    return generator.next() ^ UInt64(call)
  }
}

extension Duration {
  /// Returns the given number of thousandths of this duration. If the duration is a whole number of
  /// seconds, the result is a whole number of milliseconds.
  fileprivate func thousandths(_ count: UInt64) -> Duration { self / 1_000 * Int(count) }
}

extension String {
  /// An FNV-1a hash of the string. Unlike a hash computed by `Hasher`, it is the same in every
  /// process.
  package var stableHash: UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
