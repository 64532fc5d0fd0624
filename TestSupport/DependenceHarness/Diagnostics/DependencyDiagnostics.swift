/// Diagnostics that a `DependencyTestCase` enables for its test methods.
public struct DependencyDiagnostics: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Reports an issue for each key whose default is read without an override.
  public static let strict = DependencyDiagnostics(rawValue: 1)
  /// Reports an issue at the end of the test for each override that was never read.
  public static let unusedOverrides = DependencyDiagnostics(rawValue: 2)
  /// Prints, if the test fails, the dependencies that it read, in order.
  public static let trace = DependencyDiagnostics(rawValue: 4)
}
