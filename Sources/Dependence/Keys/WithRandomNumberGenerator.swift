/// A function that gives a closure access to a random number generator.
///
/// ```swift
/// struct Dice {
///   @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator
///   func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
/// }
/// ```
///
/// If the function was created from a generator, all calls draw their numbers from one sequence,
/// and no number of the sequence is drawn twice. Calls can be nested, and several threads can call
/// the function at the same time. No lock is held while the closure runs.
///
/// Apps and previews use the system's generator by default. In a simulation (a test that runs in
/// virtual time, with its tasks in a reproducible order), each call gets a new generator, whose
/// seed is determined by that order. In all other tests, calling the function without overriding it
/// is reported as an issue.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: @Sendable (SourceSite) -> any RandomNumberGenerator

  /// Creates a function that gives closures access to `generator`. Copies of the function share the
  /// generator.
  ///
  /// For each number, the generator is copied, and `next()` is called on the copy without holding a
  /// lock. The copy then replaces the original. Copying is fast only if the generator's state is
  /// small.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    let shared = SharedRandomNumberGenerator(generator)
    self.init { _ in shared }
  }

  private init(lending generator: @escaping @Sendable (SourceSite) -> any RandomNumberGenerator) {
    self.generator = generator
  }

  /// Calls `work` with the random number generator, and returns the result of `work`.
  ///
  /// - Throws: Any error that `work` throws.
  public func callAsFunction<Result>(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ work: (inout any RandomNumberGenerator) throws -> Result
  ) rethrows -> Result {
    var generator = generator(SourceSite(fileID, filePath, line, column))
    return try work(&generator)
  }
}

// MARK: - Predefined functions

extension WithRandomNumberGenerator {
  /// A function that uses the system's random number generator.
  public static var system: Self {
    // Each call can create its own generator, because the system's generator has no state to share
    // between calls.
    Self(lending: { _ in SystemRandomNumberGenerator() })
  }

  /// A function that gives closures access to a ``SeededRandomNumberGenerator`` with the given
  /// seed. Generators with the same seed produce the same numbers.
  public static func seeded(_ seed: UInt64) -> Self {
    Self(SeededRandomNumberGenerator(seed: seed))
  }

  /// A function that reports every call as an issue, and then passes the closure a generator that
  /// produces the same numbers in each call.
  public static var unimplemented: Self {
    let name = "withRandomNumberGenerator"
    // Use a generator whose numbers vary, because `Int.random(in:using:)` could loop forever if a
    // generator always returned the same number.
    return Self(lending: { site in
      reportUnimplemented(name, override: "$0.\(name) = .seeded(1)", at: site)
      return SeededRandomNumberGenerator(seed: 0)
    })
  }
}

extension WithRandomNumberGenerator {
  /// A function that uses a new generator for each call. In a simulation (a test that runs in
  /// virtual time, with its tasks in a reproducible order), that order determines the seed. Outside
  /// a simulation, calls are reported as issues.
  fileprivate static var simulated: Self {
    let unimplemented = unimplemented
    return Self(lending: { site in
      guard let seed = SimulatedSources.nextNumber() else { return unimplemented.generator(site) }
      return SeededRandomNumberGenerator(seed: seed)
    })
  }
}

// MARK: - Key

private enum WithRandomNumberGeneratorKey: DependencyKey, BuiltInKey {
  static var propertyName: String { "withRandomNumberGenerator" }
  static var liveValue: WithRandomNumberGenerator { .system }
  static var previewValue: WithRandomNumberGenerator { .system }
  static var testValue: WithRandomNumberGenerator { .simulated }
}

extension DependencyValues {
  /// A function that gives a closure access to a random number generator.
  ///
  /// Apps use the system's generator. In a simulation, the seed is determined by the order in which
  /// tasks run. All other tests should override the function, for example with `.seeded(1)`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[_entry: WithRandomNumberGeneratorKey.self, property: \.withRandomNumberGenerator] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// A random number generator whose copies share one sequence of numbers. Each number in the
/// sequence is returned only once, by one of the copies.
struct SharedRandomNumberGenerator<Source>: RandomNumberGenerator, Sendable
where Source: RandomNumberGenerator & Sendable {
  private struct State {
    var source: Source
    var taken: UInt64 = 0
  }

  private let state: Lock<State>

  init(_ source: Source) { state = Lock(State(source: source)) }

  mutating func next() -> UInt64 {
    // The source's `next()` is user code, which must not run while the lock is held. Therefore,
    // call it on a copy of the source, and then replace the original with the copy. If another
    // thread has replaced the original in the meantime, both threads may have drawn the same
    // number, so discard the number and try again.
    while true {
      let (known, taken) = state.withLock { ($0.source, $0.taken) }
      var source = known
      let number = source.next()
      let isUnused = state.withLock { state in
        guard state.taken == taken else { return false }
        state.source = source
        state.taken += 1
        return true
      }
      // Keep the old source of numbers alive until this point, because releasing it while the lock
      // is held could run user code.
      withExtendedLifetime(known) {}
      if isUnused { return number }
    }
  }
}

/// A random number generator that returns the same numbers for the same seed on every platform. Do
/// not use it for cryptography or secrets.
///
/// The algorithm is SplitMix64, which has a period of 2⁶⁴ (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014). The mixing function is the one that Stafford
/// calls variant 13.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// Creates a generator with the given seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next random number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
