import Dependence

/// A check that a dependency can be used safely in parallel. The test supplies the function
/// `identity`, which distinguishes the dependency's values from one another.
struct ParallelCheck<Value: Sendable, Identity: Hashable & Sendable>: Sendable {
  /// The number of tasks that run at the same time in one check.
  static var taskCount: Int { 16 }
  /// The number of dependency roots that one check creates. Each root represents a test with its
  /// own default values.
  static var rootCount: Int { 8 }
  /// The numbers that are passed to the test's closure `values`, which returns a different value of
  /// the dependency for each number. A check needs one value for the surrounding scope and two for
  /// each task, because each task overrides the dependency twice.
  static var numbers: Range<Int> { 0..<(1 + 2 * taskCount) }

  let container: ContainerUnderTest<Value>
  let values: [Value]
  let identity: @Sendable (Value) -> Identity
  let isFreshInEachRoot: Bool

  func identityHere() -> Identity { identity(container.read()) }

  func identity(of number: Int) -> Identity { identity(values[number]) }
}

extension ParallelCheck {
  /// Checks the given rule, and reports violations at the source location `site`.
  func verify(_ rule: ParallelSafety, seed: UInt64?, at site: SourceSite) async {
    do {
      let seed = try StressSeed(seed)
      if let problem { return IssuePath.deliver(problem, at: site) }
      let findings = await findings(against: rule, seed: seed.value)
      if findings.isEmpty { return }
      let advice = "seed \(seed.value): \(seed.advice(repeating: "seed: \(seed.value)"))"
      let list = findings.joined(separator: " ")
      let message = "\(container.name) is not safe in parallel. \(list) (\(advice))"
      IssuePath.deliver(message, at: site)
    } catch {
      IssuePath.deliver(error.message, at: site)
    }
  }

  /// Checks one rule, and returns sentences that describe all violations of it, or an empty array
  /// if there are none.
  func findings(against rule: ParallelSafety, seed: UInt64) async -> [String] {
    var random = SeededRandomNumberGenerator(seed: seed)
    return switch rule {
    case .overridesStayInTheirTask: await strayOverrides(&random)
    case .firstReadsAgree: await doubleDefaults(&random)
    case .capturesFindTheirTest: await lostCaptures(&random)
    case .closingLosesNothing: await lostIssues(&random)
    }
  }

  /// An error message if two of the values have the same identity, or `nil` if all identities are
  /// different.
  private var problem: String? {
    var numbers: [Identity: Int] = [:]
    for (number, value) in values.enumerated() {
      guard let other = numbers.updateValue(number, forKey: identity(value)) else { continue }
      return """
        values(\(other)) and values(\(number)) have the same identity, so the check could not distinguish them and was \
        not run. Return values with different identities for different numbers.
        """
    }
    return nil
  }

  /// Reports issues that occurred during a check but have nothing to do with the checked rule, such
  /// as a missing default value. Each distinct issue is reported once.
  func passOn(_ issues: [DependencyIssue]) {
    var seen: Set<DependencyIssue> = []
    for issue in issues where seen.insert(issue).inserted {
      IssuePath.deliver(issue, from: .current)
    }
  }
}
