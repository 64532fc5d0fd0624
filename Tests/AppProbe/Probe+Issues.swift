import Dependence

extension Probe {
  /// The context of the process, and the defaults that depend on it.
  static func context() -> String {
    let values = DependencyValues.current
    return "\(values.context) \(values[ContextKey.self]) \(values[test: InterfaceKey.self])"
  }

  /// Issues outside all tests: from a second composition root, and from a loop.
  static func issues() -> String {
    prepareDependencies { $0[ContextKey.self] = "first" }
    prepareDependencies { $0[ContextKey.self] = "second" }
    for number in 1...9 { reportIssue("This is wrong \(number).") }
    return DependencyValues.current[ContextKey.self]
  }

  /// Issues of an app that has its own reporter, which accepts one of them.
  static func reporters() -> String {
    let id = addIssueReporter(Collector())
    reportIssue("This is collected.")
    reportIssue("This is not.")
    removeIssueReporter(id)
    reportIssue("This is collected no more.")
    return "done"
  }
}

private struct Collector: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool { issue.message.contains("collected") }
}

private enum ContextKey: DependencyKey {
  static var liveValue: String { "liveValue" }
  static var previewValue: String { "previewValue" }
  static var testValue: String { "testValue" }
}

private enum InterfaceKey: TestDependencyKey {
  static var testValue: String { "testValue" }
}
