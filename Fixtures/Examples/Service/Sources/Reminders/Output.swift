import DependenceFoundation

/// The way of lines out of the service.
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
  /// The way of lines out of the service; unimplemented in tests.
  public var output: Output {
    get { self[Output.self] }
    set { self[Output.self] = newValue }
  }
}
