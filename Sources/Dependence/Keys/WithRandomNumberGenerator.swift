/// Lends out a random number generator.
///
/// ```swift
/// struct Dice {
///   @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator
///   func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
/// }
/// ```
///
/// Every call draws from one sequence, and no number of it is given out twice. Calls may be nested, and may come from
/// any number of threads, which share the numbers out: nothing is locked while the closure runs.
///
/// The default is the system's generator in apps and previews. In a simulation, each call lends out a new generator, whose seed
/// the schedule decides. In any other
/// test that does not override it, a call is a reported issue.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: @Sendable (SourceSite) -> any RandomNumberGenerator

  /// Lends out `generator`. All copies of this value draw from it.
  ///
  /// Its `next()` runs outside every lock, on a copy, so it should have few bytes of state.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    let shared = SharedRandomNumberGenerator(generator)
    self.init { _ in shared }
  }

  private init(lending generator: @escaping @Sendable (SourceSite) -> any RandomNumberGenerator) {
    self.generator = generator
  }

  /// Runs `work` with the generator.
  ///
  /// - Throws: What `work` throws.
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
  /// The system's generator.
  public static var system: Self {
    // It has no state to share.
    Self(lending: { _ in SystemRandomNumberGenerator() })
  }

  /// A ``SeededRandomNumberGenerator``: the same seed, the same numbers.
  public static func seeded(_ seed: UInt64) -> Self {
    Self(SeededRandomNumberGenerator(seed: seed))
  }

  /// Reports every call, and lends out numbers that mean nothing: the same ones at each call.
  public static var unimplemented: Self {
    let name = "withRandomNumberGenerator"
    // Not zeros for ever, for which `Int.random(in:using:)` may wait to end.
    return Self(lending: { site in
      reportUnimplemented(name, override: "$0.\(name) = .seeded(1)", at: site)
      return SeededRandomNumberGenerator(seed: 0)
    })
  }
}

extension WithRandomNumberGenerator {
  /// Lends out a generator that the schedule of a simulation seeds, and reports calls outside one.
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
  /// Lends out a random number generator: the system's, in a simulation one whose numbers the schedule decides, and in other
  /// tests the value that the test assigns, such as `.seeded(1)`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[_entry: WithRandomNumberGeneratorKey.self, property: \.withRandomNumberGenerator] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// One generator that many take numbers from: copies share the sequence, and each number of it goes
/// to one of them.
struct SharedRandomNumberGenerator<Source>: RandomNumberGenerator, Sendable
where Source: RandomNumberGenerator & Sendable {
  private struct State {
    var source: Source
    var taken: UInt64 = 0
  }

  private let state: Lock<State>

  init(_ source: Source) { state = Lock(State(source: source)) }

  mutating func next() -> UInt64 {
    // The source is its author's code, so it does not run under the lock: a copy of it does without,
    // and replaces the original unless another thread was faster.
    while true {
      let (known, taken) = state.withLock { ($0.source, $0.taken) }
      var source = known
      let number = source.next()
      let isTaken = state.withLock { state in
        guard state.taken == taken else { return false }
        state.source = source
        state.taken += 1
        return true
      }
      // Until here, so that what a source refers to is not released under the lock.
      withExtendedLifetime(known) {}
      if isTaken { return number }
    }
  }
}

/// A random number generator that gives the same numbers for the same seed, on every platform; not for secrets.
///
/// The algorithm is SplitMix64, with a period of 2⁶⁴: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014, with the mixing function that Stafford calls variant 13.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// The generator that `seed` stands for.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
