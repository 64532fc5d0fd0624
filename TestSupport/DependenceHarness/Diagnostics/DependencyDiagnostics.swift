/// Diagnostics that a `DependencyTestCase` adds while it runs.
public struct DependencyDiagnostics: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Reading a default that nothing overrides is an issue, once for each key.
  public static let strict = DependencyDiagnostics(rawValue: 1)
  /// An override that nothing reads is an issue at the end of the test.
  public static let unusedOverrides = DependencyDiagnostics(rawValue: 2)
  /// A printed list of what a test has read, in order, if it fails.
  public static let trace = DependencyDiagnostics(rawValue: 4)
}
