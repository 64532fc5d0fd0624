/// A value that is made at its first use and kept.
///
/// Once per root: in an app once, in tests once for each test case, also for a `static let`. Racing
/// first uses all get the same value. The closure runs outside every lock, in the scope of the first
/// use, and may read dependencies; a cycle of lazies, or of lazies and defaults, is a trap that
/// prints the chain.
public struct Lazy<Value: Sendable>: Sendable {
  private let cell: Cell

  /// The identity of a lazy, and its value in an app.
  ///
  /// A test's root keeps the values of its test, and frees them with it. An app has one root for
  /// good, so there the value lives and dies with the lazy.
  private final class Cell: ResolutionSubject {
    let produce: @Sendable () -> Value
    let site: SourceSite
    let cache = DefaultCache()

    init(_ produce: @escaping @Sendable () -> Value, at site: SourceSite) {
      self.produce = produce
      self.site = site
    }

    var number: Int { -1 }
    // One-shot: whatever it was built on, the value stays.
    var dependsOnReads: Bool { false }
    var name: String { "Lazy<\(Value.self)> (\(site))" }

    func makeDefault(in frame: ResolutionFrame) -> Default {
      DefaultValue(Frame.bind(frame, produce))
    }
  }

  /// A value that `produce` makes at the first use.
  public init(
    _ produce: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    cell = Cell(produce, at: site)
  }

  /// The value.
  public func callAsFunction() -> Value {
    let frame = Frame.current
    let isTest = frame.root !== DependencyRoot.process
    let cache = isTest ? frame.root.cache : cell.cache
    let found = cache.value(for: cell, from: frame, readAt: .unknown, keepsSubject: isTest)
    return unsafeDowncast(found, to: DefaultValue<Value>.self).value
  }
}
