/// A function that checks a condition that the program relies on.
///
/// ```swift
/// struct Basket {
///   @Dependency(\.precondition) private var precondition
///   var items: [String] = []
///   func checkOut() { precondition(!items.isEmpty, "an empty basket cannot be checked out") }
/// }
/// ```
///
/// In apps and previews, ``DependencyValues/assert`` and ``DependencyValues/precondition`` behave
/// like the Swift functions with the same names. In tests, a violated condition is reported as an
/// issue at the call site, in both debug and release builds, and the program continues. A test can
/// therefore expect the failure.
public struct Assertion: Sendable {
  fileprivate typealias Check =
    @Sendable (_ condition: () -> Bool, _ message: () -> String, StaticSourceLocation) -> Void

  fileprivate let check: Check

  /// Creates a function that calls `fail` with the message and the call's source location if the
  /// checked condition is `false`.
  public init(_ fail: @escaping @Sendable (_ message: String, _ site: SourceSite) -> Void) {
    self.init(check: { condition, message, location in
      if !condition() { fail(message(), location.site) }
    })
  }

  fileprivate init(check: @escaping Check) { self.check = check }

  /// Checks that `condition` is `true`.
  ///
  /// - Parameter message: A message that is evaluated only if `condition` is `false`.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = String(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    check(condition, message, StaticSourceLocation(fileID, filePath, line, column))
  }
}

// MARK: - Predefined checks

extension Assertion {
  /// Swift's `assert` function, which traps in debug builds and does nothing in release builds.
  public static var assert: Self {
    Self(check: { Swift.assert($0(), $1(), file: $2.fileID, line: $2.line) })
  }

  /// Swift's `precondition` function, which traps in both debug and release builds.
  public static var precondition: Self {
    Self(check: { Swift.precondition($0(), $1(), file: $2.fileID, line: $2.line) })
  }

  /// A check that reports a violated condition as an issue at the call site and then continues.
  public static var reporting: Self {
    Self { message, site in
      let failure = message.isEmpty ? "An assertion failed." : "An assertion failed: \(message)"
      let end = failure.last?.isPunctuation == true ? "" : "."
      let advice = "It may end the process of an app. Fix the code that violates its condition."
      IssuePath.deliver("\(failure)\(end) \(advice)", at: site)
    }
  }
}

// MARK: - Keys

private enum AssertKey: NeutralDependencyKey, BuiltInKey {
  static var propertyName: String { "assert" }
  static var liveValue: Assertion { .assert }
  static var previewValue: Assertion { .assert }
  static var testValue: Assertion { .reporting }
}

private enum PreconditionKey: NeutralDependencyKey, BuiltInKey {
  static var propertyName: String { "precondition" }
  static var liveValue: Assertion { .precondition }
  static var previewValue: Assertion { .precondition }
  static var testValue: Assertion { .reporting }
}

extension DependencyValues {
  /// Swift's `assert` function, except that a failure in a test reports an issue instead of
  /// trapping.
  public var assert: Assertion {
    get { self[_entry: AssertKey.self, property: \.assert] }
    set { self[AssertKey.self] = newValue }
  }

  /// Swift's `precondition` function, except that a failure in a test reports an issue instead of
  /// trapping.
  public var precondition: Assertion {
    get { self[_entry: PreconditionKey.self, property: \.precondition] }
    set { self[PreconditionKey.self] = newValue }
  }
}

/// A function to call in code that must never be reached.
///
/// In apps and previews, it behaves like Swift's `assertionFailure`. In tests, a call is reported
/// as an issue, in both debug and release builds, and the program continues.
public struct AssertionFailure: Sendable {
  // `AssertionFailure` calls this assertion with a condition that is always false, so every call
  // fails.
  private let assertion: Assertion

  /// Creates a function that calls `fail` with the message and the call's source location.
  public init(_ fail: @escaping @Sendable (_ message: String, _ site: SourceSite) -> Void) {
    assertion = Assertion(fail)
  }

  private init(_ assertion: Assertion) { self.assertion = assertion }

  /// Reports that supposedly unreachable code has been reached. `message` describes the error.
  public func callAsFunction(
    _ message: @autoclosure () -> String = String(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    assertion.check({ false }, message, StaticSourceLocation(fileID, filePath, line, column))
  }

  /// Swift's `assertionFailure` function, which traps in debug builds and does nothing in release
  /// builds.
  public static var assertionFailure: Self {
    Self(Assertion(check: { Swift.assertionFailure($1(), file: $2.fileID, line: $2.line) }))
  }

  /// A function that reports an issue at the call site and then returns.
  public static var reporting: Self { Self(Assertion.reporting) }
}

// MARK: - Key

private enum AssertionFailureKey: NeutralDependencyKey, BuiltInKey {
  static var propertyName: String { "assertionFailure" }
  static var liveValue: AssertionFailure { .assertionFailure }
  static var previewValue: AssertionFailure { .assertionFailure }
  static var testValue: AssertionFailure { .reporting }
}

extension DependencyValues {
  /// Swift's `assertionFailure` function, except that a call in a test reports an issue instead of
  /// trapping.
  public var assertionFailure: AssertionFailure {
    get { self[_entry: AssertionFailureKey.self, property: \.assertionFailure] }
    set { self[AssertionFailureKey.self] = newValue }
  }
}
