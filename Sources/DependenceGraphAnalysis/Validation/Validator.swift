/// Everything that is wrong with a project, in the order of its places.
enum Validator {
  /// Judges a graph; while a file cannot be read or does not parse, that is all there is to say.
  ///
  /// - Parameter isPartial: True if the scan may lack modules, as that of a library lacks the app:
  ///   then it need not have a root, and what stands under none is not judged.
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
