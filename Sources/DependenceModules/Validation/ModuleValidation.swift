public import Dependence

/// The result of validating a list of modules without finding any errors.
public struct ModuleValidation: Sendable, Hashable {
  /// A factory or property that was not checked completely, so it may contain errors that
  /// validation did not find.
  public struct Gap: Sendable, Hashable, CustomStringConvertible {
    /// A sentence that names the factory or property and explains why it was not checked
    /// completely.
    public let description: String
    /// The source location of the registration, or of the property that reads the dependency.
    public let site: SourceSite
  }

  /// The factories and properties that were not checked, in the order that validation found them.
  public let unchecked: [Gap]

  /// The factories and properties that were not checked.
  @available(*, deprecated, renamed: "unchecked")
  public var notLookedInto: [Gap] { unchecked }
}

/// All errors found in a list of modules.
public struct ModuleValidationError: Error, Sendable, Hashable {
  /// One error in a list of modules.
  public struct Finding: Sendable, Hashable {
    /// The kinds of errors that validation can find.
    public enum Kind: Sendable, Hashable {
      /// A factory or property needs a dependency that is not registered.
      case unregistered
      /// Two modules register the same dependency.
      case duplicate
      /// A dependency's factory needs the dependency itself, directly or through other
      /// dependencies.
      case cycle
      /// A factory reported an issue when it was run.
      case issue
    }

    /// The kind of this error.
    public let kind: Kind
    /// A message that names the dependency, describes the problem, and suggests how to fix it.
    public let message: String
    /// The source location where the error was found.
    public let site: SourceSite
  }

  /// All errors in the list of modules, in the order that validation found them.
  public let findings: [Finding]
  /// The factories and properties that were not checked and may therefore contain more errors.
  public let unchecked: [ModuleValidation.Gap]

  /// The factories and properties that were not checked.
  @available(*, deprecated, renamed: "unchecked")
  public var notLookedInto: [ModuleValidation.Gap] { unchecked }
}

extension ModuleValidationError: CustomStringConvertible {
  /// All errors with their source locations, one per line, followed by the factories and properties
  /// that were not checked.
  public var description: String {
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    let lines = findings.map { "\n- \($0.site): \($0.message)" }
    let gaps = unchecked.map { "\n- \($0.site): \($0)" }
    let rest = gaps.isEmpty ? "" : "\nNot checked:\(gaps.joined())"
    return "\(count) in the modules:\(lines.joined())\(rest)"
  }
}
