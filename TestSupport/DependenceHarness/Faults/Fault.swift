import Dependence

/// A fault that can be injected into a call, such as a delay, an error or a lost response.
public struct Fault: Sendable {
  enum Kind: Sendable {
    case delay(upTo: Duration)
    case throwing(any Error)
    case cancelling
    case reordering(within: Duration)
    case losingResponse(any Error)
    case duplicating
  }

  let kind: Kind
  let probability: Double

  /// Delays the beginning of a call by a random time up to `limit`.
  ///
  /// - Parameter probability: The fraction of calls that are delayed, from 0 to 1. The default is
  ///   all.
  public static func delay(upTo limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .delay(upTo: limit), probability: probability)
  }

  /// Throws `error` to the caller without calling the endpoint.
  ///
  /// - Parameter probability: The fraction of calls that fail, from 0 to 1. The default is all.
  public static func throwing(_ error: any Error, probability: Double = 1) -> Fault {
    Fault(kind: .throwing(error), probability: probability)
  }

  /// Cancels the caller's task and throws a `CancellationError`, without calling the endpoint.
  ///
  /// Call the endpoint in a separate task, because it is an issue if a test cancels its own task.
  ///
  /// - Parameter probability: The fraction of calls that are cancelled, from 0 to 1. The default is
  ///   all.
  public static func cancelling(probability: Double = 1) -> Fault {
    Fault(kind: .cancelling, probability: probability)
  }

  /// Delays responses and errors by a random time up to `limit`, so that they may arrive out of
  /// order.
  ///
  /// - Parameter probability: The fraction of responses that are delayed, from 0 to 1. The default
  ///   is all.
  public static func reordering(within limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .reordering(within: limit), probability: probability)
  }
}

extension Fault {
  /// Throws `error` after the endpoint has executed the call, as if the response were lost.
  ///
  /// The call seems to have failed, so code that tries again executes it twice.
  ///
  /// - Parameter probability: The fraction of responses that are lost, from 0 to 1. The default is
  ///   all.
  public static func losingResponse(_ error: any Error, probability: Double = 1) -> Fault {
    Fault(kind: .losingResponse(error), probability: probability)
  }

  /// Executes each call twice, like a network request that is sent again. The caller gets the first
  /// response.
  ///
  /// - Parameter probability: The fraction of calls that are executed twice, from 0 to 1. The
  ///   default is all.
  public static func duplicating(probability: Double = 1) -> Fault {
    Fault(kind: .duplicating, probability: probability)
  }
}

extension Fault {
  /// Whether the fault makes the caller get an error instead of the response.
  var isFailure: Bool {
    switch kind {
    case .throwing, .cancelling, .losingResponse: true
    case .delay, .reordering, .duplicating: false
    }
  }

  /// Whether the fault delays a call, which is possible only if the endpoint is asynchronous.
  var isDelay: Bool {
    switch kind {
    case .delay, .reordering: true
    case .throwing, .cancelling, .losingResponse, .duplicating: false
    }
  }

  /// Returns `true` if calls to `endpoint` can have this fault, depending on whether they are
  /// asynchronous and may throw.
  func isPossible(in endpoint: InterceptedEndpoint) -> Bool {
    (endpoint.isThrowing || !isFailure) && (endpoint.isAsync || !isDelay)
  }

  /// A short description, which the report about a failed simulation shows.
  var summary: String {
    switch kind {
    case .delay: "a delay"
    case .throwing(let error): "the error \(error)"
    case .cancelling: "a cancellation"
    case .reordering: "a late response"
    case .losingResponse(let error): "a lost response (\(error))"
    case .duplicating: "two executions"
    }
  }

  /// The error message about an invalid probability or time limit, or `nil` if the fault is valid.
  var problem: String? {
    if !(0...1).contains(probability) {
      return
        "\(name) has the probability \(probability), so it was ignored. Pass a value from 0 to 1."
    }
    switch kind {
    case .delay(let limit) where limit < .zero, .reordering(let limit) where limit < .zero:
      return "\(name) has the limit \(limit), so it was ignored. Pass zero or more."
    case .delay, .reordering, .throwing, .cancelling, .losingResponse, .duplicating:
      return nil
    }
  }

  private var name: String {
    switch kind {
    case .delay: "Fault.delay"
    case .throwing: "Fault.throwing"
    case .cancelling: "Fault.cancelling"
    case .reordering: "Fault.reordering"
    case .losingResponse: "Fault.losingResponse"
    case .duplicating: "Fault.duplicating"
    }
  }
}

struct FaultSeed: Sendable, Equatable {
  static let variable = "DEPENDENCE_FAULTS_SEED"

  let value: UInt64
  /// Whether the seed was chosen at random. A random seed must be shown, because it is needed to
  /// repeat the run.
  let isRandom: Bool
  /// The error message about an invalid seed in the environment, or `nil` if the seed is valid.
  let problem: String?

  /// Chooses the seed that determines the faults of a test.
  ///
  /// - Parameters:
  ///   - given: The seed that the test specifies. If it is `nil`, the seed comes from the
  ///     environment, then from the iteration of a stress test. Otherwise, it is 0 in a simulation
  ///     and random elsewhere.
  ///   - environment: The value of the environment variable with the seed.
  ///   - isSimulated: Whether the code runs in a simulation, which must be repeatable.
  init(
    _ given: UInt64?,
    environment: String? = System.environmentVariable(variable),
    iteration: StressIteration? = .current,
    isSimulated: Bool = SimulatedWorlds.current != nil || SimulatedWorlds.isSettingUp
  ) {
    var random = iteration?.random
    let chosen =
      given ?? environment.flatMap { UInt64($0) } ?? random?.next() ?? (isSimulated ? 0 : nil)
    // A random seed has 32 bits: these are enough, and a short number is easier to copy.
    value = chosen ?? UInt64(UInt32.random(in: .min ... .max))
    isRandom = chosen == nil
    problem =
      if let environment, given == nil, UInt64(environment) == nil {
        """
        The environment variable \(Self.variable) is "\(environment)", which is not a seed, so it was ignored. Set it to \
        a whole number from 0 to \(UInt64.max), such as the seed that a failing test printed, or unset it.
        """
      } else {
        nil
      }
  }
}
