public import Dependence

/// The result of a `validate()` that found nothing wrong.
public struct ModuleValidation: Sendable, Hashable {
  /// Something that was not looked into, and so may still be wrong.
  public struct Gap: Sendable, Hashable, CustomStringConvertible {
    /// The gap, and its reason.
    public let description: String
    /// The line of the registration, or of the read.
    public let site: SourceSite
  }

  /// The gaps of the validation, in the order of the list.
  public let notLookedInto: [Gap]
}

/// All mistakes of a list of modules.
public struct ModuleValidationError: Error, Sendable, Hashable {
  /// One thing that is wrong.
  public struct Finding: Sendable, Hashable {
    /// A kind of mistake.
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

    /// The mistake's kind.
    public let kind: Kind
    /// The event, the dependency, and the change to make.
    public let message: String
    /// The mistake's line.
    public let site: SourceSite
  }

  /// Everything that is wrong, in the order of the list.
  public let findings: [Finding]
  /// The gaps of the validation, where more may be wrong.
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
