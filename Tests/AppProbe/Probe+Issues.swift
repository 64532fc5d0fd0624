import Dependence

extension Probe {
  /// The context of the process, and the defaults that it decides.
  static func context() -> String {
    let values = DependencyValues.current
    return "\(values.context) \(values[ContextKey.self]) \(values[test: InterfaceKey.self])"
  }

  /// Issues that no test waits for: of a second composition root, and of a loop.
  static func issues() -> String {
    prepareDependencies { $0[ContextKey.self] = "first" }
    prepareDependencies { $0[ContextKey.self] = "second" }
    for number in 1...9 { reportIssue("This is wrong \(number).") }
    return DependencyValues.current[ContextKey.self]
  }
}

private enum ContextKey: DependencyKey {
  static var liveValue: String { "liveValue" }
  static var previewValue: String { "previewValue" }
  static var testValue: String { "testValue" }
}

private enum InterfaceKey: TestDependencyKey {
  static var testValue: String { "testValue" }
}
