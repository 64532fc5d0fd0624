import Dependence
@testable import DependenceHarness
import TestKeys
import Testing

/// A container with a bug, and the finding that the check must report.
private struct Violation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let container: @Sendable () -> ContainerUnderTest<Token>
  let rule: ParallelSafety
  let finding: String

  init(
    _ name: String,
    _ container: @autoclosure @escaping @Sendable () -> ContainerUnderTest<Token>,
    breaks rule: ParallelSafety,
    _ finding: String
  ) {
    testDescription = name
    self.container = container
    self.rule = rule
    self.finding = finding
  }

  static let all = [
    Violation(
      "a global override",
      .globalOverride,
      breaks: .overridesStayInTheirTask,
      """
      While 16 tasks overrode it at the same time, a wrong value was read after a suspension, in \
      a child task, in a task group, in a Task { }, in a detached task with a capture, in and \
      after an inner override, after the override had ended, in a task without an override. An \
      override must be visible only in the task that makes it and in the work that this task \
      starts. Let the property in DependencyValues read and write self[Key.self], and do not \
      store the value elsewhere.
      """
    ),
    Violation(
      "an override that child tasks do not see",
      .forgetfulOfChildren,
      breaks: .overridesStayInTheirTask,
      """
      While 16 tasks overrode it at the same time, a wrong value was read in a child task, in a \
      task group, in a Task { }, in a detached task with a capture, after the override had \
      ended, in a task without an override. An override must be visible only in the task that \
      makes it and in the work that this task starts. Let the property in DependencyValues read \
      and write self[Key.self], and do not store the value elsewhere.
      """
    ),
    Violation(
      "an inner override that never ends",
      .neverEnding,
      breaks: .overridesStayInTheirTask,
      """
      While 16 tasks overrode it at the same time, a wrong value was read after a suspension, in \
      a child task, in a task group, in a Task { }, in a detached task with a capture, in and \
      after an inner override. An override must be visible only in the task that makes it and in \
      the work that this task starts. Let the property in DependencyValues read and write \
      self[Key.self], and do not store the value elsewhere.
      """
    ),
    Violation(
      "a capture that captures nothing, and overrides",
      .emptyCapture,
      breaks: .overridesStayInTheirTask,
      """
      While 16 tasks overrode it at the same time, a wrong value was read in a detached task \
      with a capture. An override must be visible only in the task that makes it and in the work \
      that this task starts. Let the property in DependencyValues read and write self[Key.self], \
      and do not store the value elsewhere.
      """
    ),
    Violation(
      "a cache that all roots share",
      .sharedCache,
      breaks: .firstReadsAgree,
      """
      8 roots (each test has one) shared 1 default, although each root must have its own. \
      Create a new value each time, in a computed property (static var testValue: … { … }, not \
      static let), and do not use shared objects in it.
      """
    ),
    Violation(
      "a default that is made twice",
      .doubleResolution,
      breaks: .firstReadsAgree,
      """
      In 8 of 8 roots (each test has one), tasks that read its default at the same time got \
      different values. A root must compute each default only once. Let the property in \
      DependencyValues read self[Key.self], and do not create a value in the property.
      """
    ),
    Violation(
      "a single default that is made twice",
      .singleDoubleResolution,
      breaks: .firstReadsAgree,
      """
      In 1 of 8 roots (each test has one), tasks that read its default at the same time got \
      different values. A root must compute each default only once. Let the property in \
      DependencyValues read self[Key.self], and do not create a value in the property.
      """
    ),
    Violation(
      "a capture that captures nothing",
      .emptyCapture,
      breaks: .capturesFindTheirTest,
      """
      In code that ran through captureDependencies(), a read did not return the captured \
      override (8 of 8); an issue did not reach its test (8 of 8); a read after the end of the \
      test did not report an issue with the name of the test (8 of 8); an issue after the end of \
      the test did not reach its test (8 of 8). Such code must use the scope that was captured. \
      Let the property in DependencyValues read self[Key.self], which uses that scope.
      """
    ),
    Violation(
      "a capture without its test",
      .homelessCapture,
      breaks: .capturesFindTheirTest,
      """
      In code that ran through captureDependencies(), an issue did not reach its test (8 of 8); \
      a read after the end of the test did not report an issue with the name of the test (8 of \
      8); an issue after the end of the test did not reach its test (8 of 8). Such code must use \
      the scope that was captured. Let the property in DependencyValues read self[Key.self], \
      which uses that scope.
      """
    ),
    Violation(
      "one test that gets all issues",
      .favoriteTest,
      breaks: .capturesFindTheirTest,
      """
      In code that ran through captureDependencies(), an issue did not reach its test (7 of 8); \
      an issue reached another test (1 of 8); an issue after the end of the test did not reach \
      its test (7 of 8). Such code must use the scope that was captured. Let the property in \
      DependencyValues read self[Key.self], which uses that scope.
      """
    ),
    Violation(
      "a root that never closes",
      .everOpen,
      breaks: .capturesFindTheirTest,
      """
      In code that ran through captureDependencies(), a read after the end of the test did not \
      report an issue with the name of the test (8 of 8). Such code must use the scope that was \
      captured. Let the property in DependencyValues read self[Key.self], which uses that scope.
      """
    ),
    Violation(
      "a late read that names another test",
      .misnamedTest,
      breaks: .capturesFindTheirTest,
      """
      In code that ran through captureDependencies(), a read after the end of the test did not \
      report an issue with the name of the test (8 of 8). Such code must use the scope that was \
      captured. Let the property in DependencyValues read self[Key.self], which uses that scope.
      """
    ),
    Violation(
      "issues that are dropped after the end",
      .deafAfterwards,
      breaks: .capturesFindTheirTest,
      """
      In code that ran through captureDependencies(), an issue after the end of the test did not \
      reach its test (8 of 8). Such code must use the scope that was captured. Let the property \
      in DependencyValues read self[Key.self], which uses that scope.
      """
    ),
    Violation(
      "dropped issues",
      .dropsIssues,
      breaks: .closingLosesNothing,
      """
      Of 768 issues that were reported while tests ended, 192 did not reach their test. Each \
      issue must be reported exactly once.
      """
    ),
    Violation(
      "repeated issues",
      .repeatsIssues,
      breaks: .closingLosesNothing,
      """
      Of 768 issues that were reported while tests ended, 192 arrived more than once. Each issue \
      must be reported exactly once.
      """
    ),
    Violation(
      "an issue that is dropped, and one that is repeated",
      .swapsIssues,
      breaks: .closingLosesNothing,
      """
      Of 768 issues that were reported while tests ended, 1 did not reach their test, and 1 \
      arrived more than once. Each issue must be reported exactly once.
      """
    ),
    Violation(
      "overrides that go with their test",
      .clearedAtTheEnd,
      breaks: .closingLosesNothing,
      """
      A read while its test ended did not return the override of that test. An override must \
      stay in effect as long as it can be read. Let the property in DependencyValues read \
      self[Key.self], and do not store the value elsewhere.
      """
    ),
  ]
}

/// Tests that each bug in a container is found. They have a time limit because a bug in the check
/// could make them hang.
@Suite(.timeLimit(.minutes(5)))
struct ParallelCheckTests {
  private let tokens = ParallelCheck<Token, ObjectIdentifier>.numbers.map { _ in Token() }

  private func check(
    _ container: ContainerUnderTest<Token>
  ) -> ParallelCheck<Token, ObjectIdentifier> {
    ParallelCheck(
      container: container,
      values: tokens,
      identity: { ObjectIdentifier($0) },
      isFreshInEachRoot: true
    )
  }

  @Test(arguments: Violation.all)
  private func `the check finds the bug in each broken container`(violation: Violation) async {
    for seed in 0..<4 as Range<UInt64> {
      let findings = await check(violation.container()).findings(
        against: violation.rule,
        seed: seed
      )

      #expect(findings == [violation.finding])
    }
  }

  @Test(arguments: ParallelSafety.allCases)
  func `every rule is broken by at least one container`(rule: ParallelSafety) {
    #expect(Violation.all.contains { $0.rule == rule })
  }

  @Test(arguments: ParallelSafety.allCases, 0..<5 as Range<UInt64>)
  func `the real container passes every rule`(rule: ParallelSafety, seed: UInt64) async {
    #expect(await check(.real).findings(against: rule, seed: seed) == [])
  }

  @Test(arguments: [ParallelSafety.firstReadsAgree, .capturesFindTheirTest, .closingLosesNothing])
  func `an issue in several roots of a check is passed on once`(rule: ParallelSafety) async {
    let reported = await issues {
      #expect(await check(.complaining).findings(against: rule, seed: 1) == [])
    }

    #expect(reported.map(\.message) == ["complaint"])
  }

  @Test(arguments: [ParallelSafety.firstReadsAgree, .capturesFindTheirTest, .closingLosesNothing])
  func `a check closes every root that it creates`(rule: ParallelSafety) async {
    let roots = (made: Counter(), closed: Counter())
    var container = ContainerUnderTest.real
    container.makeRoot = { [makeRoot = container.makeRoot] owner in
      let root = makeRoot(owner)
      roots.made.add(1)
      return .init(enter: root.enter) {
        roots.closed.add(1)
        root.close()
      }
    }

    #expect(await check(container).findings(against: rule, seed: 1) == [])

    #expect(roots.made.value > 0)
    #expect(roots.closed.value == roots.made.value)
  }

  @Test func `the check detects issues that are dropped after a root is closed`() async {
    let findings = await check(.deafAfterwards).findings(against: .closingLosesNothing, seed: 1)

    // The number of lost issues depends on timing.
    #expect(findings.count == 1)
    #expect(
      findings.first?.hasPrefix("Of 768 issues that were reported while tests ended, ") == true
    )
  }

  @Test func `a finding is reported at the call, with the seed`() async {
    let site = SourceSite()
    let reported = await issues {
      await check(.sharedCache).verify(.firstReadsAgree, seed: 42, at: site)
    }

    #expect(reported.map(\.site) == [site])
    #expect(
      reported.map(\.message) == [
        """
        TestKeys.TokenKey is not safe in parallel. 8 roots (each test has one) shared 1 \
        default, although each root must have its own. Create a new value each time, in a \
        computed property (static var testValue: … { … }, not static let), and do not use shared \
        objects in it. (seed 42: repeat it with seed: 42)
        """
      ]
    )
  }
}
