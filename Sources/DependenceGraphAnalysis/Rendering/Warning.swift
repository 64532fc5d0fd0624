/// A warning about code in which the analysis may miss part of the graph or a read of a dependency.
struct Warning: Hashable, Sendable {
  var title: String
  var location: FileLocation
  var message: String
}

extension Analysis {
  /// The warnings about `#if` conditions that the scan cannot evaluate, and about aliases through
  /// which code may read dependencies.
  var warnings: [Warning] {
    let conditions = project.undecidedConditions.map { condition in
      Warning(
        title: "#if: \(condition.name)",
        location: condition.location,
        message:
          "this '#if' was not checked, because the scan cannot find out whether '\(condition.name)' exists; move "
          + "the declarations of the graph out of the '#if', or use a condition such as 'os(Linux)'"
      )
    }
    let aliases = dependencyAliases.map { alias in
      Warning(
        title: "typealias: \(alias.name)",
        location: alias.location,
        message:
          "reads through the alias '\(alias.name)' are not always found, so they may not have been checked; "
          + "use 'Dependency' or 'DependencyValues' directly"
      )
    }
    return conditions + aliases
  }
}
