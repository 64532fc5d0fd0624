import DependenceMacros

actor Register {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }
}

extension DependencyValues {
  @DependencyEntry var register = Register()
}
