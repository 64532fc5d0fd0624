/// Something that went wrong, on its way to whoever can make it count.
public struct DependencyIssue: Sendable, Hashable {
  /// A kind of issue.
  public enum Kind: Sendable, Hashable {
    /// A mistake in the use of dependencies, or a call of ``reportIssue(_:fileID:filePath:line:column:)``.
    case general
    /// The named endpoint was called without an implementation.
    case unimplemented(endpoint: String)
    /// The named endpoint was called without an implementation and has nothing to return: the
    /// process traps as soon as this issue is delivered.
    case trap(endpoint: String)
    /// A dependency was read through the scope of a test that has ended.
    case lateRead
    /// A test ended and left something behind: a pending sleeper, a call in flight, an override that
    /// nobody read.
    case leftover
    /// An assertion of the other test runner failed.
    case assertion
  }

  /// The issue's kind.
  public var kind: Kind
  /// The event, the dependency, and the change to make.
  public var message: String
  /// The place of the mistake.
  public var site: SourceSite
  private var advice = Advice()

  /// An issue of the given kind.
  public init(_ message: String, kind: Kind = .general, at site: SourceSite) {
    (self.kind, self.message, self.site) = (kind, message, site)
  }

  /// An issue that advises a change to the test that the code runs in.
  init(_ statement: String, advice: String, kind: Kind = .general, at site: SourceSite) {
    self.init("\(statement) \(advice)", kind: kind, at: site)
    self.advice.text = " " + advice
  }

  /// The issue without advice for the test that the code runs in, for code that runs in the scope of no test.
  ///
  /// A detached task may well belong to a test that has the advised override: it lacks the scope of the test.
  package var outsideTests: DependencyIssue {
    guard message.hasSuffix(advice.text) else { return self }
    return DependencyIssue(String(message.dropLast(advice.text.count)), kind: kind, at: site)
  }

  /// True if the process traps as soon as this issue is delivered.
  package var isTrap: Bool {
    if case .trap = kind { true } else { false }
  }
}

/// The end of a message, which only helps if the code runs in the scope of a test.
///
/// All values are equal, because issues with the same message are.
private struct Advice: Hashable, Sendable {
  var text = ""

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
