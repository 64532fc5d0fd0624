/// Checks a project with all validators.
enum Validator {
  /// Returns all errors, sorted. If some files are unreadable, returns only the errors about those
  /// files.
  ///
  /// - Parameter isPartial: Whether the scan may lack modules, such as the app that uses a library.
  ///   If so, a root is not required, and types that no root creates may have unfulfilled
  ///   properties.
  static func findings(in analysis: Analysis, isPartial: Bool = false) -> [Finding] {
    var findings = analysis.project.files.flatMap(\.problems)
    let fatal = findings.filter(\.isFatal)
    if !fatal.isEmpty { return fatal.sorted() }
    findings += DuplicateValidator.findings(in: analysis)
    findings += UnfulfillableValidator.findings(in: analysis, isPartial: isPartial)
    findings += InstantiatorValidator.findings(in: analysis.graph)
    findings += ConstantCycleValidator.findings(in: analysis)
    findings += SiblingCycleValidator.findings(in: analysis)
    findings += RootValidator.findings(in: analysis, isPartial: isPartial)
    findings += AvailabilityValidator.findings(in: analysis)
    findings += LiveValueValidator.findings(in: analysis)
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }.sorted()
  }
}
