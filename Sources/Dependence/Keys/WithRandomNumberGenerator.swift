/// A function that gives a closure access to a random number generator.
///
/// ```swift
/// struct Dice {
///   @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator
///   func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
/// }
/// ```
///
/// All calls draw from one sequence, and no number is used twice. Calls may be nested, and several
/// threads may call at the same time. No lock is held while the closure runs.
///
/// In apps and previews, the default is the system's generator. In a simulation, each call gets a
/// new generator with a seed from the schedule. In other tests without an override, each call is
/// reported as an issue.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: @Sendable (SourceSite) -> any RandomNumberGenerator

  /// Creates a value that passes `generator` to closures. Copies of this value share the generator.
  ///
  /// `next()` runs on a copy of the generator and without a lock, so the state should be small.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    let shared = SharedRandomNumberGenerator(generator)
    self.init { _ in shared }
  }

  private init(lending generator: @escaping @Sendable (SourceSite) -> any RandomNumberGenerator) {
    self.generator = generator
  }

  /// Calls `work` with the generator.
  ///
  /// - Throws: The error that `work` throws.
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

// MARK: - Forms

extension WithRandomNumberGenerator {
  /// The system's random number generator.
  public static var system: Self {
    // The system's generator has no state, so it does not have to be shared.
    Self(lending: { _ in SystemRandomNumberGenerator() })
  }

  /// A function that uses a ``SeededRandomNumberGenerator``. The same seed produces the same
  /// numbers.
  public static func seeded(_ seed: UInt64) -> Self {
    Self(SeededRandomNumberGenerator(seed: seed))
  }

  /// A generator that reports every call as an issue, and returns the same numbers at each call.
  public static var unimplemented: Self {
    let name = "withRandomNumberGenerator"
    // The numbers vary, because a constant generator could make `Int.random(in:using:)` loop
    // forever.
    return Self(lending: { site in
      reportUnimplemented(name, override: "$0.\(name) = .seeded(1)", at: site)
      return SeededRandomNumberGenerator(seed: 0)
    })
  }
}

extension WithRandomNumberGenerator {
  /// A function that provides generators whose seeds come from the schedule of a simulation.
  /// Outside simulations, each call is reported as an issue.
  fileprivate static var simulated: Self {
    let unimplemented = unimplemented
    return Self(lending: { site in
      guard let seed = SimulatedSources.nextNumber() else { return unimplemented.generator(site) }
      return SeededRandomNumberGenerator(seed: seed)
    })
  }
}

// MARK: - Key

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static var liveValue: WithRandomNumberGenerator { .system }
  static var previewValue: WithRandomNumberGenerator { .system }
  static var testValue: WithRandomNumberGenerator { .simulated }
}

extension DependencyValues {
  /// A function that gives a closure access to a random number generator. Apps use the generator of
  /// the system. In a simulation, the schedule determines the seed. Other tests assign a value such
  /// as `.seeded(1)`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[_entry: WithRandomNumberGeneratorKey.self, property: \.withRandomNumberGenerator] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// A generator whose copies share one sequence. Each number of the sequence is returned only once.
struct SharedRandomNumberGenerator<Source>: RandomNumberGenerator, Sendable
where Source: RandomNumberGenerator & Sendable {
  private struct State {
    var source: Source
    var taken: UInt64 = 0
  }

  private let state: Lock<State>

  init(_ source: Source) { state = Lock(State(source: source)) }

  mutating func next() -> UInt64 {
    // `next()` of the source is user code, which must not run under the lock. It therefore runs on
    // a copy. The copy replaces the original unless another thread has replaced it in the meantime.
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
      // The old source is kept alive until here, because releasing it under the lock could run user
      // code.
      withExtendedLifetime(known) {}
      if isUnused { return number }
    }
  }
}

/// A random number generator that returns the same numbers for the same seed, on every platform. Do
/// not use it for secrets.
///
/// The algorithm is SplitMix64, with a period of 2⁶⁴: Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014, with the mixing function that Stafford calls
/// variant 13.
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
