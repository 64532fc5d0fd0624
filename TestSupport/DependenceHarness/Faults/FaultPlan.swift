import Dependence

/// The faults of one call.
///
/// Outside a search, the plan depends only on the seed, the name of the endpoint and the index of
/// the call. Therefore, calls of other endpoints have no influence on it.
struct FaultPlan: Sendable {
  enum Failure: Sendable {
    case error(any Error)
    case cancellation
  }

  private(set) var delay = Duration.zero
  /// The failure that replaces the call, or `nil` if the endpoint executes the call.
  private(set) var failure: Failure?
  /// The time for which the response is held back.
  private(set) var holdBack = Duration.zero
  private(set) var isDuplicated = false
  /// The error that replaces the response to an executed call, or `nil` if the response arrives.
  private(set) var loss: (any Error)?

  /// Creates a plan without faults.
  init() {}

  /// Creates the plan that the seed determines for a call.
  ///
  /// - Parameter call: The index of the call among the calls of `endpoint`, starting at 1.
  init(_ faults: [Fault], seed: UInt64, endpoint: String, call: Int) {
    var generator = SeededRandomNumberGenerator(seed: Self.seed(seed, endpoint, call))
    for fault in faults {
      // Each fault draws two numbers, even if unused, so that later faults do not depend on it.
      let chance = Double(generator.next() >> 11) / 0x1p53
      let share = generator.next() % 1_001
      guard chance < fault.probability else { continue }
      switch fault.kind {
      case .delay(let limit): delay += limit.thousandths(share)
      case .reordering(let limit): holdBack += limit.thousandths(share)
      case .throwing(let error): failure = failure ?? .error(error)
      case .cancelling: failure = failure ?? .cancellation
      case .losingResponse(let error): loss = loss ?? error
      case .duplicating: isDuplicated = true
      }
    }
  }

  /// Lets a search decide whether a call gets a fault, and which one.
  ///
  /// - Parameter faults: The faults from which the search can choose. The list may be empty.
  init(choosing faults: [Fault], in world: any SimulatedWorld, endpoint: String, call: Int) {
    let name = "\(endpoint) call \(call)"
    let choice = world.choose(name, among: faults.count + 1) {
      $0 == 0 ? "no fault" : faults[$0 - 1].summary
    }
    guard choice > 0 else { return }
    func part(of limit: Duration) -> Duration {
      // The shortest time comes first, because a search prefers it in failing runs.
      let parts = (1...4).map { limit / 4 * $0 }
      return parts[world.choose("time for \(name)", among: parts.count) { "\(parts[$0])" }]
    }
    switch faults[choice - 1].kind {
    case .delay(let limit): delay = part(of: limit)
    case .reordering(let limit): holdBack = part(of: limit)
    case .throwing(let error): failure = .error(error)
    case .cancelling: failure = .cancellation
    case .losingResponse(let error): loss = error
    case .duplicating: isDuplicated = true
    }
  }

  var isEmpty: Bool {
    delay == .zero && holdBack == .zero && failure == nil && loss == nil && !isDuplicated
  }

  private static func seed(_ seed: UInt64, _ endpoint: String, _ call: Int) -> UInt64 {
    // This is the FNV-1a hash. The hash values of the standard library differ between processes.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in endpoint.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var generator = SeededRandomNumberGenerator(seed: seed ^ hash)
    return generator.next() ^ UInt64(call)
  }
}

extension Duration {
  /// Returns `count` thousandths of this duration, which keeps round durations round.
  fileprivate func thousandths(_ count: UInt64) -> Duration { self / 1_000 * Int(count) }
}
