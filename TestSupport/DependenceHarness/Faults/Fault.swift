import Dependence
import DependenceClients

/// A fault to inject into calls to endpoints, such as a delay, an error, or a lost response.
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

  /// Returns a fault that delays the start of a call by a random duration of at most `limit`.
  ///
  /// - Parameter probability: The fraction of calls to delay, from 0 to 1. By default, all calls
  ///   are delayed.
  public static func delay(upTo limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .delay(upTo: limit), probability: probability)
  }

  /// Returns a fault that throws `error` to the caller without calling the endpoint.
  ///
  /// - Parameter probability: The fraction of calls that fail, from 0 to 1. By default, all calls
  ///   fail.
  public static func throwing(_ error: any Error, probability: Double = 1) -> Fault {
    Fault(kind: .throwing(error), probability: probability)
  }

  /// Returns a fault that cancels the caller's task and throws a `CancellationError`, without
  /// calling the endpoint.
  ///
  /// Call the endpoint in a separate task. If the fault cancels the test's own task, an issue is
  /// reported. In XCTest, the issue is reported only on Linux, and only if the test case inherits
  /// from `DependencyTestCase`.
  ///
  /// - Parameter probability: The fraction of calls to cancel, from 0 to 1. By default, all calls
  ///   are cancelled.
  public static func cancelling(probability: Double = 1) -> Fault {
    Fault(kind: .cancelling, probability: probability)
  }

  /// Returns a fault that delays responses and errors by a random duration of at most `limit`, so
  /// that they can arrive out of order.
  ///
  /// - Parameter probability: The fraction of responses to delay, from 0 to 1. By default, all
  ///   responses are delayed.
  public static func reordering(within limit: Duration, probability: Double = 1) -> Fault {
    Fault(kind: .reordering(within: limit), probability: probability)
  }
}

extension Fault {
  /// Returns a fault that throws `error` to the caller after the endpoint has executed the call, as
  /// if the response were lost.
  ///
  /// The caller cannot tell that the call was executed. If it tries again, the call is executed
  /// twice. If the endpoint itself throws an error, there is no response to lose, and the caller
  /// receives that error.
  ///
  /// - Parameter probability: The fraction of responses to lose, from 0 to 1. By default, all
  ///   responses are lost.
  public static func losingResponse(_ error: any Error, probability: Double = 1) -> Fault {
    Fault(kind: .losingResponse(error), probability: probability)
  }

  /// Returns a fault that executes a call twice, as if a network request had been sent again. The
  /// caller receives the first response.
  ///
  /// - Parameter probability: The fraction of calls to execute twice, from 0 to 1. By default, all
  ///   calls are executed twice.
  public static func duplicating(probability: Double = 1) -> Fault {
    Fault(kind: .duplicating, probability: probability)
  }
}

extension Fault {
  /// Whether the fault makes the caller receive an error instead of the endpoint's response.
  var isFailure: Bool {
    switch kind {
    case .throwing, .cancelling, .losingResponse: true
    case .delay, .reordering, .duplicating: false
    }
  }

  /// Whether the fault can occur only if the endpoint returns a response.
  var needsResponse: Bool { if case .losingResponse = kind { true } else { false } }

  /// Whether the fault delays the call or its response. Only asynchronous endpoints can be delayed.
  var isDelay: Bool {
    switch kind {
    case .delay, .reordering: true
    case .throwing, .cancelling, .losingResponse, .duplicating: false
    }
  }

  /// Returns `true` if the fault can be injected into `endpoint`. A fault that throws an error
  /// needs an endpoint that can throw, and a delay needs an asynchronous endpoint.
  func isPossible(in endpoint: InterceptedEndpoint) -> Bool {
    (endpoint.isThrowing || !isFailure) && (endpoint.isAsync || !isDelay)
  }

  /// A short description of the fault, such as "a delay", shown in the report about a failing
  /// simulation.
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

  /// An error message if the fault has an invalid probability or duration, or `nil` if the fault is
  /// valid.
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

  /// Returns an error message for each fault in the list that can never occur because an earlier
  /// fault replaces the result of every call.
  static func problems(inOrderOf faults: [Fault]) -> [String] {
    let isCertain = { (fault: Fault) in fault.isFailure && fault.probability == 1 }
    guard let index = faults.firstIndex(where: isCertain) else { return [] }
    let first = faults[index].name
    return faults[(index + 1)...].filter { $0.isFailure && $0.probability > 0 }.map { fault in
      """
      \(fault.name) can never occur, because the earlier \(first) replaces the result of every call. Lower the \
      probability of the earlier one, or remove one of them.
      """
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

extension Fault {
  /// Whether random numbers determine if this fault is injected or how long it delays a call.
  var isRandom: Bool {
    switch kind {
    case .delay, .reordering: probability > 0
    case .throwing, .cancelling, .losingResponse, .duplicating: probability > 0 && probability < 1
    }
  }
}

struct FaultSeed: Sendable, Equatable {
  static let variable = RepetitionRequest.faults.variable

  /// The seed of one `Faults` object.
  let value: UInt64
  /// The value of the environment variable `DEPENDENCE_FAULTS_SEED` that produces ``value`` again.
  /// All `Faults` objects with random seeds in a test case share this value, so setting the
  /// variable repeats all of their faults.
  let origin: UInt64
  /// Whether the seed was chosen at random. A failing test must print a random seed, because the
  /// run cannot be repeated without it.
  let isRandom: Bool
  /// Whether the faults in a simulation also depend on its schedule. If so, each schedule of a
  /// random search has different faults.
  let dependsOnSchedule: Bool
  /// An error message if the seed in the environment variable is invalid, or `nil` otherwise.
  let problem: String?

  /// Chooses the seed that determines the faults injected during a test.
  ///
  /// The seed comes from the first of these sources that provides one: `given`, the environment
  /// variable, and the current iteration of a stress test. If none does, the schedule determines
  /// the faults in a simulation, and the seed is random elsewhere.
  ///
  /// - Parameters:
  ///   - given: The seed specified in code, or `nil` if the code specifies none.
  ///   - order: The position of the `Faults` object among those created in its test case.
  ///   - environment: The value of the environment variable that contains the seed.
  ///   - isSimulated: Whether the code runs in a simulation, which must be repeatable.
  init(
    _ given: UInt64?,
    order: FaultsOrder = .outsideTests,
    environment: @autoclosure () -> String? = RepetitionRequest.faults.take(),
    iteration: StressIteration? = .current,
    isSimulated: Bool = SimulatedWorlds.current != nil || SimulatedWorlds.isSettingUp
  ) {
    let environment = given == nil ? environment() : nil
    let requested = environment.flatMap { UInt64($0) }
    dependsOnSchedule = given == nil && requested == nil && iteration == nil && isSimulated
    if let given {
      (value, origin, isRandom) = (given, given, false)
    } else if let requested {
      (value, origin, isRandom) = (order.seed(from: requested), requested, false)
    } else if var random = iteration?.random {
      let seed = random.next()
      (value, origin, isRandom) = (seed, seed, false)
    } else if isSimulated {
      (value, origin, isRandom) = (0, 0, false)
    } else {
      let seed = order.randomSeed
      (value, origin, isRandom) = (order.seed(from: seed), seed, true)
    }
    problem =
      if let environment, requested == nil {
        """
        The environment variable \(Self.variable) is "\(environment)", which is not a seed, so it was ignored. Set it to \
        a whole number from 0 to \(UInt64.max), such as the seed that a failing test printed, or unset it.
        """
      } else {
        nil
      }
  }
}
