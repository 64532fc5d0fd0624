import Dependence

/// The position of a `Faults` object among those created in its test case, in order of creation.
///
/// Each object derives its seed from its position and from one random seed for the whole test case.
/// Setting the environment variable `DEPENDENCE_FAULTS_SEED` to that random seed therefore repeats
/// the faults of all objects, even though their own seeds differ.
struct FaultsOrder: Sendable, Equatable {
  /// The number of `Faults` objects that were created earlier in the test case.
  let index: Int
  /// The test case's random seed, which is used only if no seed is specified in code or in the
  /// environment.
  let randomSeed: UInt64

  /// A position for a `Faults` object that does not belong to a test. Each such object gets the
  /// index 0 and its own random seed. These objects are not counted, because tests that run in
  /// parallel create them in an arbitrary order, so their positions would not be repeatable.
  static var outsideTests: FaultsOrder {
    // Use only 32 random bits. They provide enough different seeds, and a short seed is easier to
    // copy.
    FaultsOrder(index: 0, randomSeed: UInt64(UInt32.random(in: .min ... .max)))
  }

  /// Returns the seed for the object at this position. The first object uses the test case's seed
  /// unchanged.
  func seed(from origin: UInt64) -> UInt64 {
    if index == 0 { return origin }
    var spread = SeededRandomNumberGenerator(seed: UInt64(index))
    var generator = SeededRandomNumberGenerator(seed: origin ^ spread.next())
    return UInt64(UInt32(truncatingIfNeeded: generator.next()))
  }
}

extension DependencyRoot {
  /// Returns the next position for a new `Faults` object in the test case that owns this root. If
  /// no test case owns the root, returns ``FaultsOrder/outsideTests``.
  func nextFaultsOrder() -> FaultsOrder {
    let first = FaultsOrder.outsideTests
    guard owner != nil else { return first }
    return RootData.withState(of: self) { state in
      let last = state.lastFaultsOrder
      let next = last.map { FaultsOrder(index: $0.index + 1, randomSeed: $0.randomSeed) } ?? first
      state.lastFaultsOrder = next
      return next
    }
  }
}
