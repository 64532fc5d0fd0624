public import Dependence

/// What `validate()` has found, where it found nothing wrong.
public struct ModuleValidation: Sendable, Hashable {
  /// Something that was not looked into, and so may still be wrong.
  public struct Gap: Sendable, Hashable, CustomStringConvertible {
    /// What was not looked into, and why.
    public let description: String
    /// Where it is registered, or read.
    public let site: SourceSite
  }

  /// What was not looked into, in the order of the list.
  public let notLookedInto: [Gap]
}

/// What is wrong with a list of modules: all of it.
public struct ModuleValidationError: Error, Sendable, Hashable {
  /// One thing that is wrong.
  public struct Finding: Sendable, Hashable {
    /// What sort of thing is wrong.
    public enum Kind: Sendable, Hashable {
      /// Something is needed that nothing registers.
      case unregistered
      /// Two modules register the same.
      case duplicate
      /// To be made, something needs itself.
      case cycle
      /// A factory has reported an issue.
      case issue
    }

    /// What sort of thing is wrong.
    public let kind: Kind
    /// What happened, to what, and what to change.
    public let message: String
    /// Where that is.
    public let site: SourceSite
  }

  /// Everything that is wrong, in the order of the list.
  public let findings: [Finding]
  /// What was not looked into, and so may be wrong too.
  public let notLookedInto: [ModuleValidation.Gap]
}

extension ModuleValidationError: CustomStringConvertible {
  /// All findings, one a line, each with its place.
  public var description: String {
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    let lines = findings.map { "\n- \($0.site): \($0.message)" }
    let gaps = notLookedInto.map { "\n- \($0.site): \($0)" }
    let rest = gaps.isEmpty ? "" : "\nNot looked into:\(gaps.joined())"
    return "\(count) in the modules:\(lines.joined())\(rest)"
  }
}
