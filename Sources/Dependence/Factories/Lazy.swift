/// A value that is made at its first use and kept.
///
/// Once per root: in an app once, in tests once for each test case, also for a `static let`. Racing
/// first uses all get the same value. The closure runs outside every lock, in the scope of the first
/// use, and may read dependencies; a cycle of lazies, or of lazies and defaults, is a trap that
/// prints the chain.
public struct Lazy<Value: Sendable>: Sendable {
  private let cell: Cell

  /// The identity of a lazy, and its value under the process root.
  ///
  /// A test's root keeps the values of its test, and frees them with it. The process has only one
  /// root, so there the value lives and dies with the lazy.
  private final class Cell: Sendable {
    let produce: @Sendable () -> Value
    let processRoot = DependencyRoot(owner: nil)

    init(_ produce: @escaping @Sendable () -> Value) {
      self.produce = produce
    }
  }

  /// A value that `produce` makes at the first use.
  public init(_ produce: @escaping @Sendable () -> Value) {
    cell = Cell(produce)
  }

  /// The value.
  public func callAsFunction() -> Value {
    let frame = Frame.current
    let root = frame.root === DependencyRoot.process ? cell.processRoot : frame.root
    let name = "Lazy<\(Value.self)>"
    return root.cached(cell, as: Value.self, from: frame, marksRead: true, name: name) {
      let resolution = ResolutionFrame(for: nil, over: frame)
      let value = Frame.bind(resolution, cell.produce)
      // One-shot: whatever it was built on, the value stays.
      _ = resolution.seal(over: frame)
      return DefaultValue(value, conditions: [])
    }.value
  }
}
