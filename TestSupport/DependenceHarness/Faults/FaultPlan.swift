import Dependence

/// The faults to inject into one call.
///
/// Unless a search chooses them, they depend only on the seed, the name of the endpoint and the
/// position of the call among the calls to that endpoint. Therefore, other calls have no influence.
struct FaultPlan: Sendable {
  enum Failure: Sendable {
    case error(any Error)
    case cancellation
  }

  private(set) var delay = Duration.zero
  /// The error or cancellation that happens instead of the call, or `nil` if the call is executed.
  private(set) var failure: Failure?
  /// The time by which the response is delayed.
  private(set) var holdBack = Duration.zero
  private(set) var isDuplicated = false
  /// The error that is thrown after the call instead of its response, or `nil` if the response
  /// arrives.
  private(set) var loss: (any Error)?

  /// Creates a plan without faults.
  init() {}

  /// Creates the plan for a call from the seed.
  ///
  /// - Parameter call: The position of the call among the calls to `endpoint`, starting at 1.
  init(_ faults: [Fault], seed: UInt64, endpoint: String, call: Int) {
    var generator = SeededRandomNumberGenerator(seed: Self.seed(seed, endpoint, call))
    for fault in faults {
      // Two random numbers are drawn for each fault, even if unused, so that faults do not affect
      // each other.
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

  /// Creates a plan in which a search decides whether a call gets a fault, and which one.
  ///
  /// - Parameter faults: The faults from which the search can choose, or an empty list for none.
  init(choosing faults: [Fault], in world: any SimulatedWorld, endpoint: String, call: Int) {
    let name = "\(endpoint) call \(call)"
    let choice = world.choose(name, among: faults.count + 1) {
      $0 == 0 ? "no fault" : faults[$0 - 1].summary
    }
    guard choice > 0 else { return }
    func part(of limit: Duration) -> Duration {
      // The shortest delay comes first, because a search simplifies failing runs by preferring the
      // first choice.
      let parts = (1...4).map { limit / 4 * $0 }
      return parts[world.choose("delay of \(name)", among: parts.count) { "\(parts[$0])" }]
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
    var generator = SeededRandomNumberGenerator(seed: seed ^ endpoint.stableHash)
    return generator.next() ^ UInt64(call)
  }
}

extension Duration {
  /// Returns a multiple of a thousandth of this duration, which keeps round durations round.
  fileprivate func thousandths(_ count: UInt64) -> Duration { self / 1_000 * Int(count) }
}

extension String {
  /// A hash that is the same in each process, unlike that of `Hasher`. The algorithm is FNV-1a.
  package var stableHash: UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
