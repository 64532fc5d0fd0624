import Dependence
import DependenceTesting
import TestKeys
import Testing

struct ResourceTests {
  private struct Broken: Error {}

  @Test(arguments: [false, true])
  func `a resource is freed when its test has ended, even if the test throws`(isFailing: Bool)
    async throws
  {
    let log = LockBox<[String]>([])
    let trait: DependencyTrait = .resource(\.text) {
      log.withValue { $0.append("made") }
      return "folder"
    } tearDown: { folder in
      log.withValue { $0.append("freed \(folder)") }
    }

    try? await run(trait) {
      log.withValue { $0.append("used \(Dependency(\.text).wrappedValue)") }
      if isFailing { throw Broken() }
    }

    #expect(log.value == ["made", "used folder", "freed folder"])
  }

  @Test func `a resource is freed if later configuration throws`() async throws {
    let log = LockBox<[String]>([])
    let trait: DependencyTrait = .dependencies {
      $0.lend("folder", as: \.text) { log.setValue([$0]) }
      throw Broken()
    }

    await #expect(throws: Broken.self) { try await run(trait) { Issue.record("It ran.") } }

    #expect(log.value == ["folder"])
  }

  @Test(.dependency(\.number, 41))
  func `a resource is freed in a scope with the overrides of earlier traits and the resource`()
    async throws
  {
    let log = LockBox<[String]>([])
    let trait: DependencyTrait = .resource(\.text) {
      "folder"
    } tearDown: { _ in
      let values = DependencyValues.current
      log.setValue(["\(values.number) \(values.text)"])
    }
    let current = try #require(Test.current)

    try await DependencyTrait.dependency(\.number, 42)
      .provideScope(for: current, testCase: Test.Case.current) {
        try await run(trait) {}
      }
    #expect(log.value == [])
    let values = DependencyValues.current
    #expect(values.number == 41)
    _ = values.frame.root.finishAudits()

    #expect(log.value == ["42 folder"])
  }

  @Test func `an error while freeing a resource is reported on its test`() async throws {
    try await withKnownIssue {
      try await run(
        .resource(\.text) {
          "folder"
        } tearDown: { _ in
          throw Broken()
        }
      ) {}
    } matching: {
      $0.comments.first?.rawValue.hasPrefix(
        "The tearDown closure of the resource that was lent here threw Broken()."
      ) == true
    }
  }

  /// Runs a test in the scope of a trait.
  private func run(
    _ trait: DependencyTrait,
    _ test: @escaping @Sendable () async throws -> Void
  ) async throws {
    let current = try #require(Test.current)
    try await trait.provideScope(for: current, testCase: Test.Case.current, performing: test)
  }
}
