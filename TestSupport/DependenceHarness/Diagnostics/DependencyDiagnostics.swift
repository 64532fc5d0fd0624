/// Checks and logs that a `DependencyTestCase` can enable for its test methods.
public struct DependencyDiagnostics: OptionSet, Sendable {
  /// The options as a bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Reports an issue for each dependency whose default value is read because it has no override.
  public static let strict = DependencyDiagnostics(rawValue: 1)
  /// Reports an issue at the end of the test for each override that was never read.
  public static let unusedOverrides = DependencyDiagnostics(rawValue: 2)
  /// Prints the dependencies that a failing test has read, in order.
  public static let trace = DependencyDiagnostics(rawValue: 4)
}
