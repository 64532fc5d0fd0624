import DependenceFoundation

/// Where lines of output go.
public struct Output: Sendable {
  /// Writes a line.
  public var write: @Sendable (_ line: String) -> Void

  /// Output that is written in this way.
  public init(write: @escaping @Sendable (_ line: String) -> Void) {
    self.write = write
  }
}

extension Output: DependencyKey {
  /// Standard output, line by line.
  public static let liveValue = Output { print($0) }
  /// Fails the test that writes.
  public static let testValue = Output { _ in unimplemented("Output.write") }
}

extension DependencyValues {
  /// Where lines of output go; unimplemented in tests.
  public var output: Output {
    get { self[Output.self] }
    set { self[Output.self] = newValue }
  }
}
