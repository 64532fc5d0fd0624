/// Something that went wrong, on its way to whoever can make it count.
public struct DependencyIssue: Sendable, Hashable {
  /// What sort of thing went wrong.
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

  /// What sort of thing went wrong.
  public var kind: Kind
  /// What happened, to what, and what to change.
  public var message: String
  /// Where it happened.
  public var site: SourceSite

  /// An issue of the given kind.
  public init(_ message: String, kind: Kind = .general, at site: SourceSite) {
    self.kind = kind
    self.message = message
    self.site = site
  }

  /// Whether the process traps as soon as this issue is delivered.
  package var isTrap: Bool {
    if case .trap = kind { true } else { false }
  }
}
