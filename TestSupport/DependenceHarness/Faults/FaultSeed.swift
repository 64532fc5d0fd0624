import Dependence

/// Where the seed of faults comes from.
struct FaultSeed: Sendable, Equatable {
  static let variable = "DEPENDENCE_FAULTS_SEED"

  let value: UInt64
  /// Whether nobody chose it, so that it has to be printed to be known.
  let isRandom: Bool
  /// What is wrong with the environment.
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
    isSimulated: Bool = SimulatedWorlds.current != nil
  ) {
    var random = iteration?.random
    let chosen =
      given ?? environment.flatMap { UInt64($0) } ?? random?.next() ?? (isSimulated ? 0 : nil)
    // A short number is easier to hand around, and there are enough of them.
    value = chosen ?? UInt64(UInt32.random(in: 0...UInt32.max))
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
