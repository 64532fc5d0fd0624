import Dependence

extension Probe {
  /// Returns the context of the process, and the defaults of two keys, which depend on the context.
  static func context() -> String {
    let values = DependencyValues.current
    return "\(values.context) \(values[ContextKey.self]) \(values[test: InterfaceKey.self])"
  }

  /// Reports issues outside of any test: one for a second preparation, and nine at the same line of
  /// a loop.
  static func issues() -> String {
    prepareDependencies { $0[ContextKey.self] = "first" }
    prepareDependencies { $0[ContextKey.self] = "second" }
    for number in 1...9 { reportIssue("This is wrong \(number).") }
    return DependencyValues.current[ContextKey.self]
  }

  /// Reports issues in an app that has its own issue reporter. The reporter handles only the first
  /// issue and is removed before the last one.
  static func reporters() -> String {
    let id = addIssueReporter(Collector())
    reportIssue("This is collected.")
    reportIssue("This is not.")
    removeIssueReporter(id)
    reportIssue("This is collected no more.")
    return "done"
  }

  /// Calls an endpoint that is not implemented.
  static func callUnimplemented() -> String {
    Dependence.unimplemented("Mail.send")
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
