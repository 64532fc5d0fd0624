/// Says that the program has come to where it must never come.
///
/// In apps and previews it does what Swift's `assertionFailure` does. In tests it is a reported issue
/// at the call, in debug and in release, and the program goes on.
public struct AssertionFailure: Sendable {
  private let fail: @Sendable (_ message: () -> String, ReadSite.Place) -> Void

  /// Calls `fail` with the message and the place of the call.
  public init(_ fail: @escaping @Sendable (_ message: String, _ site: SourceSite) -> Void) {
    self.init(failing: { message, place in fail(message(), place.site) })
  }

  private init(
    failing fail: @escaping @Sendable (_ message: () -> String, ReadSite.Place) -> Void
  ) {
    self.fail = fail
  }

  /// Fails.
  public func callAsFunction(
    _ message: @autoclosure () -> String = String(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    fail(
      message,
      ReadSite.Place(fileID, filePath, line, column)
    )
  }
}

// MARK: - Forms

extension AssertionFailure {
  /// Swift's `assertionFailure`: traps in debug builds, and does nothing in optimised ones.
  public static var assertionFailure: Self {
    Self(failing: { Swift.assertionFailure($0(), file: $1.fileID, line: $1.line) })
  }

  /// Reports an issue at the call, and goes on.
  public static var reporting: Self {
    Self { message, site in
      IssuePath.deliver(.failedAssertion(message, at: site), from: .current)
    }
  }
}

// MARK: - Key

private enum AssertionFailureKey: NeutralDependencyKey {
  static var liveValue: AssertionFailure { .assertionFailure }
  static var previewValue: AssertionFailure { .assertionFailure }
  static var testValue: AssertionFailure { .reporting }
}

extension DependencyValues {
  /// Swift's `assertionFailure`, which in tests reports an issue instead of trapping.
  public var assertionFailure: AssertionFailure {
    get { self[AssertionFailureKey.self] }
    set { self[AssertionFailureKey.self] = newValue }
  }
}
