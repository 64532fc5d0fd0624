import Dependence

/// The faults of one call.
///
/// Outside a search, it depends only on the seed, the name of the endpoint and the number of the call, so that calls to other
/// endpoints change nothing, in whatever order they come.
struct FaultPlan: Sendable {
  enum Failure: Sendable {
    case error(any Error)
    case cancellation
  }

  private(set) var delay = Duration.zero
  /// The failure in place of an answer.
  private(set) var failure: Failure?
  /// The time for which the answer is held back.
  private(set) var holdBack = Duration.zero
  /// Whether the endpoint executes the call twice.
  private(set) var isDuplicated = false
  /// The error that the caller gets in place of the response to an executed call, or `nil` if the response arrives.
  private(set) var loss: (any Error)?

  /// No fault.
  init() {}

  /// - Parameter call: The number of the call among those of `endpoint`, from 1.
  init(_ faults: [Fault], seed: UInt64, endpoint: String, call: Int) {
    var generator = SeededRandomNumberGenerator(seed: Self.seed(seed, endpoint, call))
    for fault in faults {
      // Each fault draws twice, chosen or not, so that those after it do not depend on it.
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
  /// - Parameter faults: The faults that can be injected into the call. If there are none, nothing is to be decided.
  init(choosing faults: [Fault], in world: any SimulatedWorld, endpoint: String, call: Int) {
    let name = "\(endpoint) call \(call)"
    let choice = world.choose(name, among: faults.count + 1) {
      $0 == 0 ? "no fault" : faults[$0 - 1].summary
    }
    guard choice > 0 else { return }
    func part(of limit: Duration) -> Duration {
      // The shortest is the simplest, so it comes first.
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
    // FNV-1a. The hash of the standard library is another one in each process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in endpoint.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var generator = SeededRandomNumberGenerator(seed: seed ^ hash)
    return generator.next() ^ UInt64(call)
  }
}

extension Duration {
  /// So many thousandths of it: a round part of a round limit.
  fileprivate func thousandths(_ count: UInt64) -> Duration { self / 1_000 * Int(count) }
}
