/// Checks and logs that a `DependencyTestCase` enables for its test methods.
public struct DependencyDiagnostics: OptionSet, Sendable {
  /// The options as a bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Reports an issue for each key whose default is read without an override.
  public static let strict = DependencyDiagnostics(rawValue: 1)
  /// Reports an issue at the end of the test for each override that was never used.
  public static let unusedOverrides = DependencyDiagnostics(rawValue: 2)
  /// Prints the dependencies that the test read, in order, if the test fails.
  public static let trace = DependencyDiagnostics(rawValue: 4)
}
