/// Runs all validators on a project's dependency graph. Each validator looks for specific kinds of
/// errors.
enum Validator {
  /// Returns all diagnostics, sorted by location. If some files cannot be read or parsed, returns
  /// only the diagnostics about those files.
  ///
  /// - Parameter isPartial: Whether some modules may be missing from the scan, such as the app that
  ///   uses a library. The missing modules may create types that seem unused. Therefore, types that
  ///   no root (a type that the rest of the graph is created from) creates are not reported. A
  ///   property whose value cannot be created is reported only in a root or in a type that a root
  ///   creates.
  static func findings(in analysis: Analysis, isPartial: Bool = false) -> [Finding] {
    var findings = analysis.project.files.flatMap(\.problems)
    let fatal = findings.filter(\.isFatal)
    if !fatal.isEmpty { return fatal.sorted() }
    findings += DuplicateValidator.findings(in: analysis)
    findings += UnfulfillableValidator.findings(in: analysis, isPartial: isPartial)
    // An error found above, such as a misspelled type name, may be the only reason that no root
    // creates a type. Therefore, report types that no root creates only if there are no such
    // errors.
    if findings.isEmpty, !isPartial { findings += OrphanValidator.findings(in: analysis) }
    findings += InstantiatorValidator.findings(in: analysis.graph)
    findings += ConstantCycleValidator.findings(in: analysis)
    findings += SiblingCycleValidator.findings(in: analysis)
    findings += RootValidator.findings(in: analysis)
    findings += AvailabilityValidator.findings(in: analysis)
    findings += LiveValueValidator.findings(in: analysis)
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }.sorted()
  }
}
