import Dependence

/// What is injected into one call.
///
/// It depends on nothing but the seed, the name of the endpoint and the number of its call, so that
/// calls of other endpoints, in whatever order they come, change nothing.
struct FaultPlan: Sendable {
  enum Failure: Sendable {
    case error(any Error)
    case cancellation
  }

  /// How late the call begins.
  private(set) var delay = Duration.zero
  /// What the caller gets instead of an answer.
  private(set) var failure: Failure?
  /// How long the answer is held back.
  private(set) var holdBack = Duration.zero

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
      }
    }
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
