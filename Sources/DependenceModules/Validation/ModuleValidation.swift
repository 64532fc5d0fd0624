public import Dependence

/// The result of a validation without errors.
public struct ModuleValidation: Sendable, Hashable {
  /// A part of the modules that was not checked and may contain errors.
  public struct Gap: Sendable, Hashable, CustomStringConvertible {
    /// A text that names the part that was not checked, and the reason.
    public let description: String
    /// The source location of the registration or of the read.
    public let site: SourceSite
  }

  /// The parts of the modules that were not checked, in the order of the list.
  public let unchecked: [Gap]

  /// The parts of the modules that were not checked.
  @available(*, deprecated, renamed: "unchecked")
  public var notLookedInto: [Gap] { unchecked }
}

/// All errors in a list of modules.
public struct ModuleValidationError: Error, Sendable, Hashable {
  /// One error in a list of modules.
  public struct Finding: Sendable, Hashable {
    /// The kind of an error.
    public enum Kind: Sendable, Hashable {
      /// A needed dependency that is not registered.
      case unregistered
      /// Two modules that register the same dependency.
      case duplicate
      /// A dependency that needs itself, directly or through other dependencies.
      case cycle
      /// An issue that a factory has reported.
      case issue
    }

    /// The kind of the error.
    public let kind: Kind
    /// A text that names the error, the dependency, and the change that fixes the error.
    public let message: String
    /// The source location of the error.
    public let site: SourceSite
  }

  /// All errors that were found, in the order of the list.
  public let findings: [Finding]
  /// The parts of the modules that were not checked and may contain more errors.
  public let unchecked: [ModuleValidation.Gap]

  /// The parts of the modules that were not checked.
  @available(*, deprecated, renamed: "unchecked")
  public var notLookedInto: [ModuleValidation.Gap] { unchecked }
}

extension ModuleValidationError: CustomStringConvertible {
  /// All findings, one on each line, with their source locations.
  public var description: String {
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    let lines = findings.map { "\n- \($0.site): \($0.message)" }
    let gaps = unchecked.map { "\n- \($0.site): \($0)" }
    let rest = gaps.isEmpty ? "" : "\nNot checked:\(gaps.joined())"
    return "\(count) in the modules:\(lines.joined())\(rest)"
  }
}
