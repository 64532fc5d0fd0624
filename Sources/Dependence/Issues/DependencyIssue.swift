/// A report of a failure, which is delivered to a test runner, a reporter or standard error.
public struct DependencyIssue: Sendable, Hashable {
  /// The kind of an issue.
  public enum Kind: Sendable, Hashable {
    /// An incorrect use of dependencies, or a call of
    /// ``reportIssue(_:fileID:filePath:line:column:)``.
    case general
    /// The named endpoint was called without an implementation.
    case unimplemented(endpoint: String)
    /// The named endpoint was called without an implementation, and there is no value to return.
    /// The process traps immediately after this issue is delivered.
    case trap(endpoint: String)
    /// A dependency was read through the scope of a test that has ended.
    case lateRead
    /// A test ended with a pending sleep, a running call, or an override that was never read.
    case leftover
    /// A failed assertion, which the library passes on to the running test.
    case assertion
  }

  /// The kind of the issue.
  public var kind: Kind
  /// The text of the issue: the event, the dependency, and the change to make.
  public var message: String
  /// The source location of the error.
  public var site: SourceSite
  private var advice = Advice()

  /// Creates an issue of the given kind.
  public init(_ message: String, kind: Kind = .general, at site: SourceSite) {
    (self.kind, self.message, self.site) = (kind, message, site)
  }

  /// Creates an issue whose message ends with advice about the test in which the code runs.
  init(_ statement: String, advice: String, kind: Kind = .general, at site: SourceSite) {
    self.init("\(statement) \(advice)", kind: kind, at: site)
    self.advice.text = " " + advice
  }

  /// A copy of the issue without its advice about the test, for code outside the scope of a test.
  ///
  /// A detached task may belong to a test that already has the advised override, but lacks its
  /// scope.
  package var outsideTests: DependencyIssue {
    guard message.hasSuffix(advice.text) else { return self }
    return DependencyIssue(String(message.dropLast(advice.text.count)), kind: kind, at: site)
  }

  /// Whether the process traps immediately after this issue is delivered.
  package var isTrap: Bool {
    if case .trap = kind { true } else { false }
  }
}

/// The last part of a message, which is useful only if the code runs in the scope of a test.
///
/// All values are equal, so that two issues with the same message are equal.
private struct Advice: Hashable, Sendable {
  var text = ""

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
