/// A report of a failure, which is delivered to a test runner, a reporter or standard error.
public struct DependencyIssue: Sendable, Hashable {
  /// The kind of an issue.
  public enum Kind: Sendable, Hashable {
    /// An incorrect use of dependencies, or a call of
    /// ``reportIssue(_:fileID:filePath:line:column:)``.
    case general
    /// A call of the named endpoint, which has no implementation.
    case unimplemented(endpoint: String)
    /// A call of the named endpoint, which has no implementation and no value to return. The
    /// process traps immediately after this issue is delivered.
    case trap(endpoint: String)
    /// A read of a dependency through the scope of a test that has ended.
    case lateRead
    /// A sleep, a call or an unused override that remained when a test ended.
    case leftover
    /// A failed assertion, which the library passes on to the running test.
    case assertion
  }

  /// The kind of the issue.
  public var kind: Kind
  /// The text of the issue, which describes the event, the dependency, and the change to make.
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
  /// A detached task may belong to a test that already contains the advised override. The task does
  /// not see the override, because it does not inherit the scope.
  package var outsideTests: DependencyIssue {
    guard message.hasSuffix(advice.text) else { return self }
    return DependencyIssue(String(message.dropLast(advice.text.count)), kind: kind, at: site)
  }

  /// Whether the process traps immediately after this issue is delivered.
  package var isTrap: Bool {
    if case .trap = kind { true } else { false }
  }
}

/// The part of a message that is useful only if the code runs in the scope of a test.
///
/// All values are equal, because issues with the same message must be equal.
private struct Advice: Hashable, Sendable {
  var text = ""

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
