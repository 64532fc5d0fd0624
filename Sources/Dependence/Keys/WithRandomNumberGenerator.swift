/// Lends out a random number generator.
///
/// ```swift
/// struct Dice {
///   @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator
///   func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
/// }
/// ```
///
/// Every call draws from one sequence, and no number of it is given out twice. Calls may be nested
/// and may come from any number of threads: nothing is locked while the closure runs. Used in
/// sequence, a seeded generator gives the same numbers in every run. Threads that draw at the same
/// time share the numbers out among them, and who gets which is open.
///
/// The system's generator in apps and previews; in a test that did not override it, a call is a
/// reported issue.
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
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var generator = generator(site)
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
    let operation = UnimplementedOperation(
      "withRandomNumberGenerator",
      override: "$0.withRandomNumberGenerator = .seeded(1)"
    )
    // Not zeros for ever, for which `Int.random(in:using:)` may wait to end.
    return Self(lending: { site in
      operation.reportCall(at: site)
      return SeededRandomNumberGenerator(seed: 0)
    })
  }
}

// MARK: - Key

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static var liveValue: WithRandomNumberGenerator { .system }
  static var previewValue: WithRandomNumberGenerator { .system }
  static var testValue: WithRandomNumberGenerator { .unimplemented }
}

extension DependencyValues {
  /// Lends out a random number generator: the system's, and in tests what the test assigns, such as
  /// `.seeded(1)`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}
