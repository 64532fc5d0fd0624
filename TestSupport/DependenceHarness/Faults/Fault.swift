import Dependence

/// Something that may go wrong with a call: it is slow, it fails, it is cancelled, or it executes although it seems to fail.
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

  /// The call begins late, by no more than `limit`.
  ///
  /// - Parameter probability: Of how many calls, from 0 to 1; by default of all.
  public static func delay(upTo limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .delay(upTo: limit), probability: probability)
  }

  /// The endpoint is not called; the caller gets `error`.
  ///
  /// - Parameter probability: The fraction of the calls that fail, from 0 to 1. By default, all of them fail.
  public static func throwing(_ error: any Error, probability: Double = 1) -> Fault {
    Fault(kind: .throwing(error), probability: probability)
  }

  /// The endpoint is not called; the task of the caller is cancelled, and it gets a
  /// `CancellationError`.
  ///
  /// Call the endpoint in a task of its own: that a test cancels itself is an issue.
  ///
  /// - Parameter probability: The fraction of the calls that are cancelled, from 0 to 1. By default, all of them are.
  public static func cancelling(probability: Double = 1) -> Fault {
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
  /// The endpoint executes the call, but its response is lost: the caller gets `error`.
  ///
  /// A caller cannot tell this from a call that was not executed. Code that simply repeats the call executes it twice.
  ///
  /// - Parameter probability: The fraction of the calls whose responses are lost, from 0 to 1. By default, all are lost.
  public static func losingResponse(_ error: any Error, probability: Double = 1) -> Fault {
    Fault(kind: .losingResponse(error), probability: probability)
  }

  /// The endpoint executes the call twice, as a server does if a network repeats a request. The caller gets the first
  /// response.
  ///
  /// - Parameter probability: The fraction of the calls that are executed twice, from 0 to 1. By default, all are.
  public static func duplicating(probability: Double = 1) -> Fault {
    Fault(kind: .duplicating, probability: probability)
  }
}

extension Fault {
  /// Whether the fault replaces the response of the endpoint by an error.
  var isFailure: Bool {
    switch kind {
    case .throwing, .cancelling, .losingResponse: true
    case .delay, .reordering, .duplicating: false
    }
  }

  /// Whether the fault takes time, which passes only in an asynchronous call.
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

  /// The text that describes the fault in the steps of a failing run.
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

  /// The fault's own mistake; nil if it can be injected.
  var mistake: String? {
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
