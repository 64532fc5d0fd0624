/// A report of a failure, such as an incorrect use of a dependency. It is passed to a test runner,
/// an issue reporter or standard error.
public struct DependencyIssue: Sendable, Hashable {
  /// The kind of an issue.
  public enum Kind: Sendable, Hashable {
    /// Incorrect use of dependencies, or a call to ``reportIssue(_:fileID:filePath:line:column:)``.
    case general
    /// A call to the unimplemented endpoint (a closure of a client) with this name, or a read of
    /// the dependency with this name if its test value is only a placeholder.
    case unimplemented(endpoint: String)
    /// A failure after which the process traps immediately, such as a call to an endpoint (a
    /// closure of a client) that has neither an implementation nor a value to return.
    case trap(endpoint: String)
    /// A use of a test's scope after the test has ended, such as a dependency read, a call to an
    /// endpoint with a spy, or a sleep on a test clock.
    case lateRead
    /// A problem found when a test ends. For example, a sleep or a call is still in progress, or an
    /// override was never used.
    case leftover
    /// A failed assertion in Swift Testing or XCTest that the test runner itself would not count as
    /// a failure of the running test. It is reported as an issue so that the test fails.
    case assertion
  }

  /// The kind of the issue.
  public var kind: Kind
  /// The text of the issue. It describes what happened and which dependency is affected, and
  /// recommends a change to the code.
  public var message: String
  /// The source location of the failure.
  public var site: SourceSite
  private var advice = Advice()

  /// Creates an issue of the given kind.
  public init(_ message: String, kind: Kind = .general, at site: SourceSite) {
    (self.kind, self.message, self.site) = (kind, message, site)
  }

  /// Creates an issue whose message consists of a statement and some advice, such as to override a
  /// dependency. The advice is useful only if the issue occurred in code that runs in a test's
  /// scope.
  init(_ statement: String, advice: String, kind: Kind = .general, at site: SourceSite) {
    self.init("\(statement) \(advice)", kind: kind, at: site)
    self.advice.text = " " + advice
  }

  /// A copy of the issue without the advice for tests, for code that runs outside a test's scope.
  ///
  /// For example, a detached task does not inherit its test's scope, and therefore does not use the
  /// test's overrides. Advising the developer to add an override would be misleading if the test
  /// already contains that override.
  package var outsideTests: DependencyIssue {
    guard message.hasSuffix(advice.text) else { return self }
    return DependencyIssue(String(message.dropLast(advice.text.count)), kind: kind, at: site)
  }

  /// Returns a copy of the issue with an additional sentence at the end of its advice. Returns the
  /// issue unchanged if it contains no advice.
  package func addingAdvice(_ sentence: String) -> DependencyIssue {
    if advice.text.isEmpty { return self }
    var issue = self
    issue.message += " " + sentence
    issue.advice.text += " " + sentence
    return issue
  }

  /// Whether the process traps immediately after this issue has been delivered.
  package var isTrap: Bool {
    if case .trap = kind { true } else { false }
  }
}

/// The part of an issue's message that is useful only if the code runs in a test's scope.
///
/// All values of this type compare as equal, so they do not affect the comparison of issues: two
/// issues with the same message, kind and location are equal.
private struct Advice: Hashable, Sendable {
  var text = ""

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
