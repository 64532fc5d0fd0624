import DependenceFoundation

/// A dependency that writes the lines that the service outputs.
public struct Output: Sendable {
  /// Writes a line.
  public var write: @Sendable (_ line: String) -> Void

  /// Creates an output from a closure that writes a line.
  public init(write: @escaping @Sendable (_ line: String) -> Void) {
    self.write = write
  }
}

extension Output: DependencyKey {
  /// An output that prints each line to standard output.
  public static let liveValue = Output { print($0) }
  /// An unimplemented output, which fails the test that writes to it.
  public static let testValue = Output { _ in unimplemented("Output.write") }
}

extension DependencyValues {
  /// The output of the service. It is unimplemented in tests.
  public var output: Output {
    get { self[Output.self] }
    set { self[Output.self] = newValue }
  }
}
