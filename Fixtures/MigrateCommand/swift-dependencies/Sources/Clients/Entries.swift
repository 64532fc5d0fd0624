public import Dependencies
import DependenciesMacros
import Foundation
import IssueReporting

public protocol Signer: Sendable {
  func sign() -> String
}

public struct NamedSigner: Signer {
  let name: String
  public init(name: String) { self.name = name }
  public func sign() -> String { name }
}

extension DependencyValues {
  /// A signer for this module only. Its key is private.
  @DependencyEntry(liveValue: NamedSigner(name: "live"), previewValue: NamedSigner(name: "preview"))
  var innerSigner: any Signer = NamedSigner(name: "test")

  @DependencyEntry public var signer: any Signer = NamedSigner(name: "test")

  @DependencyEntry("PaperKey", liveValue: 1)
  public var paper: Int? = nil
}

public func innerSignature() -> String { Dependency(\.innerSigner).wrappedValue.sign() }

/// A function with the same name as a dependency. It does not hide the dependency.
func uuid() -> String { "uuid" }

public struct Ledger: Sendable {
  public var name: String
  public var isOpen = false
}

public enum LedgerKey: DependencyKey {
  public static var liveValue: Ledger { Ledger(name: "live") }
  public static var testValue: Ledger { Ledger(name: "test") }
}

public func audit(_ ledger: Ledger) {
  if ledger.isOpen { IssueReporting.reportIssue("the ledger is open") }
}

#if os(watchOS)
enum BellKey: TestDependencyKey {
  static var testValue: String {
    if shouldReportUnimplemented { reportIssue("override 'bell'") }  // row: 'shouldReportUnimplemented' has no equivalent
    return "bell"
  }
}
#endif

extension DependencyValues {
  public var ledger: Ledger {
    get { self[LedgerKey.self] }
    set { self[LedgerKey.self] = newValue }
  }
}

public typealias Reads = Dependencies.Dependency

public final class Archive {
  @Reads(\.ledger) var ledger
  @Dependencies.Dependency(\.uuid) public var makeID
  public init() {}
  public func entry() -> String { "\(ledger.name) \(makeID())" }
}
