/// Checks that something holds which the program relies on.
///
/// ```swift
/// struct Basket {
///   @Dependency(\.precondition) private var precondition
///   var items: [String] = []
///   func checkOut() { precondition(!items.isEmpty, "an empty basket cannot be checked out") }
/// }
/// ```
///
/// In apps and previews ``DependencyValues/assert`` and ``DependencyValues/precondition`` do what
/// Swift's functions of these names do. In tests a condition that does not hold is a reported issue
/// at the call, in debug and in release, and the program goes on: so the failure itself can be tested.
public struct Assertion: Sendable {
  fileprivate typealias Check =
    @Sendable (_ condition: () -> Bool, _ message: () -> String, ReadSite.Place) -> Void

  fileprivate let check: Check

  /// Calls `fail`, with the message and the place of the call, when a condition does not hold.
  public init(_ fail: @escaping @Sendable (_ message: String, _ site: SourceSite) -> Void) {
    self.init(check: { condition, message, place in
      if !condition() { fail(message(), place.site) }
    })
  }

  fileprivate init(check: @escaping Check) { self.check = check }

  /// Checks that `condition` holds.
  ///
  /// - Parameter message: What to say if it does not; evaluated only then.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = String(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    check(condition, message, ReadSite.Place(fileID, filePath, line, column))
  }
}

// MARK: - Forms

extension Assertion {
  /// Swift's `assert`: traps in debug builds, and checks nothing in optimised ones.
  public static var assert: Self {
    Self(check: { Swift.assert($0(), $1(), file: $2.fileID, line: $2.line) })
  }

  /// Swift's `precondition`: traps in debug and in optimised builds.
  public static var precondition: Self {
    Self(check: { Swift.precondition($0(), $1(), file: $2.fileID, line: $2.line) })
  }

  /// Reports an issue at the call, and goes on.
  public static var reporting: Self {
    Self { message, site in
      let what = "An assertion failed, where an app may trap. Correct what led to it."
      let text = message.isEmpty ? what : "\(what) It says: \(message)"
      IssuePath.deliver(text, at: site)
    }
  }
}

// MARK: - Keys

private enum AssertKey: NeutralDependencyKey {
  static var liveValue: Assertion { .assert }
  static var previewValue: Assertion { .assert }
  static var testValue: Assertion { .reporting }
}

private enum PreconditionKey: NeutralDependencyKey {
  static var liveValue: Assertion { .precondition }
  static var previewValue: Assertion { .precondition }
  static var testValue: Assertion { .reporting }
}

extension DependencyValues {
  /// Swift's `assert`, which in tests reports an issue instead of trapping.
  public var assert: Assertion {
    get { self[_entry: AssertKey.self, property: \.assert] }
    set { self[AssertKey.self] = newValue }
  }

  /// Swift's `precondition`, which in tests reports an issue instead of trapping.
  public var precondition: Assertion {
    get { self[_entry: PreconditionKey.self, property: \.precondition] }
    set { self[PreconditionKey.self] = newValue }
  }
}

/// Says that the program has come to where it must never come.
///
/// In apps and previews it does what Swift's `assertionFailure` does. In tests it is a reported issue
/// at the call, in debug and in release, and the program goes on.
public struct AssertionFailure: Sendable {
  // Of a condition that never holds.
  private let assertion: Assertion

  /// Calls `fail` with the message and the place of the call.
  public init(_ fail: @escaping @Sendable (_ message: String, _ site: SourceSite) -> Void) {
    assertion = Assertion(fail)
  }

  private init(_ assertion: Assertion) { self.assertion = assertion }

  /// Fails.
  public func callAsFunction(
    _ message: @autoclosure () -> String = String(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    assertion.check({ false }, message, ReadSite.Place(fileID, filePath, line, column))
  }

  /// Swift's `assertionFailure`: traps in debug builds, and does nothing in optimised ones.
  public static var assertionFailure: Self {
    Self(Assertion(check: { Swift.assertionFailure($1(), file: $2.fileID, line: $2.line) }))
  }

  /// Reports an issue at the call, and goes on.
  public static var reporting: Self { Self(Assertion.reporting) }
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
    get { self[_entry: AssertionFailureKey.self, property: \.assertionFailure] }
    set { self[AssertionFailureKey.self] = newValue }
  }
}
