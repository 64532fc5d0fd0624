/// The checks and logs that a `DependencyTestCase` enables for its test methods.
public struct DependencyDiagnostics: OptionSet, Sendable {
  /// The options as a bit mask, with one bit for each option.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A check that reports an issue when a test reads a dependency without overriding it. Each
  /// dependency is reported only once.
  public static let strict = DependencyDiagnostics(rawValue: 1)
  /// A check that reports an issue at the end of the test for each override that was never read.
  public static let unusedOverrides = DependencyDiagnostics(rawValue: 2)
  /// A log of the dependencies that a test reads, in order. It is printed if the test fails.
  public static let trace = DependencyDiagnostics(rawValue: 4)
}
