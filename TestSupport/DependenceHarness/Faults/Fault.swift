import Dependence

/// Something that may go wrong with a call: it is slow, it fails, it is cancelled.
public struct Fault: Sendable {
  enum Kind: Sendable {
    case delay(upTo: Duration)
    case throwing(any Error)
    case cancelling
    case reordering(within: Duration)
  }

  let kind: Kind
  let probability: Double

  /// The call begins late, by no more than `limit`.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1; by default of all.
  public static func delay(upTo limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .delay(upTo: limit), probability: probability)
  }

  /// The endpoint is not called; the caller gets `error`.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1.
  public static func throwing(_ error: any Error, probability: Double) -> Fault {
    Fault(kind: .throwing(error), probability: probability)
  }

  /// The endpoint is not called; the task of the caller is cancelled, and it gets a
  /// `CancellationError`.
  ///
  /// Call the endpoint in a task of its own: that a test cancels itself is an issue.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1.
  public static func cancelling(probability: Double) -> Fault {
    Fault(kind: .cancelling, probability: probability)
  }

  /// The answer, be it an error, is held back, by no more than `limit`: answers come in another order
  /// than that of the calls.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1; by default of all.
  public static func reordering(within limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .reordering(within: limit), probability: probability)
  }
}

extension Fault {
  /// True if the caller does not get the answer.
  var isFailure: Bool {
    switch kind {
    case .throwing, .cancelling: true
    case .delay, .reordering: false
    }
  }

  /// The fault's own mistake; nil if it can be injected.
  var mistake: String? {
    if !(0...1).contains(probability) {
      return "\(name) has the probability \(probability), which is not from 0 to 1."
    }
    switch kind {
    case .delay(let limit) where limit < .zero, .reordering(let limit) where limit < .zero:
      return "\(name) has the limit \(limit). Use zero or more."
    case .delay, .reordering, .throwing, .cancelling:
      return nil
    }
  }

  private var name: String {
    switch kind {
    case .delay: "Fault.delay"
    case .throwing: "Fault.throwing"
    case .cancelling: "Fault.cancelling"
    case .reordering: "Fault.reordering"
    }
  }
}

/// The faults of one call.
///
/// It depends on nothing but the seed, the name of the endpoint and the number of its call, so that
/// calls of other endpoints, in whatever order they come, change nothing.
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

struct FaultSeed: Sendable, Equatable {
  static let variable = "DEPENDENCE_FAULTS_SEED"

  let value: UInt64
  /// True if nobody chose it, so that it has to be printed to be known.
  let isRandom: Bool
  /// The mistake in the environment.
  let mistake: String?

  /// - Parameters:
  ///   - given: The seed that the test names; nil to take that of the environment, or the first
  ///     number of the stress iteration, or 0 in a simulation, or a random one.
  ///   - environment: The value of the environment variable.
  ///   - isSimulated: Whether a simulation decides what happens, which chance must not undo.
  init(
    _ given: UInt64?,
    environment: String? = System.environmentVariable(variable),
    iteration: StressIteration? = .current,
    isSimulated: Bool = SimulatedWorlds.current != nil || SimulatedWorlds.isSettingUp
  ) {
    var random = iteration?.random
    let chosen =
      given ?? environment.flatMap { UInt64($0) } ?? random?.next() ?? (isSimulated ? 0 : nil)
    // A short number is easier to hand around, and there are enough of them.
    value = chosen ?? UInt64(UInt32.random(in: .min ... .max))
    isRandom = chosen == nil
    mistake =
      if let environment, given == nil, UInt64(environment) == nil {
        """
        \(Self.variable) is "\(environment)", which is no seed. Set it to a whole number from 0 to \
        \(UInt64.max), as a failing test prints it, or unset it.
        """
      } else {
        nil
      }
  }
}
