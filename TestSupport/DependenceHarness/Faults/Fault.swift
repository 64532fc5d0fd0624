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

  /// Delays the beginning of a call by no more than `limit`.
  ///
  /// - Parameter probability: The fraction of calls that are delayed, from 0 to 1. By default, all
  ///   are.
  public static func delay(upTo limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .delay(upTo: limit), probability: probability)
  }

  /// Throws `error` to the caller without calling the endpoint.
  ///
  /// - Parameter probability: The fraction of calls that fail, from 0 to 1. By default, all of them
  ///   do.
  public static func throwing(_ error: any Error, probability: Double = 1) -> Fault {
    Fault(kind: .throwing(error), probability: probability)
  }

  /// Cancels the caller's task and throws a `CancellationError`, without calling the endpoint.
  ///
  /// Call the endpoint in a separate task, because a test that cancels its own task is an issue.
  ///
  /// - Parameter probability: The fraction of calls that are cancelled, from 0 to 1. By default,
  ///   all are.
  public static func cancelling(probability: Double = 1) -> Fault {
    Fault(kind: .cancelling, probability: probability)
  }

  /// Holds back responses and errors by no more than `limit`, so that they may arrive out of order.
  ///
  /// - Parameter probability: The fraction of responses that are held back, from 0 to 1. By
  ///   default, all are.
  public static func reordering(within limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .reordering(within: limit), probability: probability)
  }
}

extension Fault {
  /// Throws `error` after the endpoint has executed the call, as if the response were lost.
  ///
  /// To the caller, the call seems to have failed. Code that repeats the call executes it twice.
  ///
  /// - Parameter probability: The fraction of responses that are lost, from 0 to 1. By default, all
  ///   are.
  public static func losingResponse(_ error: any Error, probability: Double = 1) -> Fault {
    Fault(kind: .losingResponse(error), probability: probability)
  }

  /// Executes the call twice, like a repeated network request. The caller gets the first response.
  ///
  /// - Parameter probability: The fraction of calls that are executed twice, from 0 to 1. By
  ///   default, all are.
  public static func duplicating(probability: Double = 1) -> Fault {
    Fault(kind: .duplicating, probability: probability)
  }
}

extension Fault {
  /// Whether the fault replaces the response of the endpoint with an error.
  var isFailure: Bool {
    switch kind {
    case .throwing, .cancelling, .losingResponse: true
    case .delay, .reordering, .duplicating: false
    }
  }

  /// Whether the fault takes time, which is possible only in an asynchronous call.
  var isDelay: Bool {
    switch kind {
    case .delay, .reordering: true
    case .throwing, .cancelling, .losingResponse, .duplicating: false
    }
  }

  /// Whether the fault can be injected into calls to an endpoint.
  func isPossible(in endpoint: InterceptedEndpoint) -> Bool {
    (endpoint.isThrowing || !isFailure) && (endpoint.isAsync || !isDelay)
  }

  /// The description of the fault in the list of steps of a failing run.
  var summary: String {
    switch kind {
    case .delay: "a delay"
    case .throwing(let error): "the error \(error)"
    case .cancelling: "a cancellation"
    case .reordering: "a late answer"
    case .losingResponse(let error): "a lost response (\(error))"
    case .duplicating: "two executions"
    }
  }

  /// The message about an invalid probability or limit, or `nil` if the fault is valid.
  var problem: String? {
    if !(0...1).contains(probability) {
      return "\(name) has the probability \(probability), which is not from 0 to 1."
    }
    switch kind {
    case .delay(let limit) where limit < .zero, .reordering(let limit) where limit < .zero:
      return "\(name) has the limit \(limit). Use zero or more."
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
  /// Whether the seed was chosen at random. If so, it must be printed to make the run repeatable.
  let isRandom: Bool
  /// The message about an invalid seed in the environment, or `nil` if there is none.
  let problem: String?

  /// Chooses a seed.
  ///
  /// - Parameters:
  ///   - given: The seed that the test specifies. If it is `nil`, the seed is taken from the
  ///     environment, then from the stress iteration. Otherwise, it is 0 in a simulation and random
  ///     elsewhere.
  ///   - environment: The value of the environment variable.
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
    // A short number is easier to copy, and 32 bits provide enough seeds.
    value = chosen ?? UInt64(UInt32.random(in: .min ... .max))
    isRandom = chosen == nil
    problem =
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
