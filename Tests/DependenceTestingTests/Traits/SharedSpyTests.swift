import DependenceTesting
import TestKeys
import Testing

private typealias Save = @Sendable (Int) -> Void

/// A spy that every test of the suite below wraps, but that no test calls.
private let unused = Spy<Int, Void>("API.delete")
/// A spy that the tests of the suite below call.
private let shared = Spy<Int, Void>("API.save")
private let save = LockBox<Save?>(nil)

/// Tests of spies that are named in a trait of a suite, and are therefore shared by its tests.
@Suite(
  .serialized,
  .dependencies { _ in
    let wrapped: Save = shared.wrap { _ in }
    save.setValue(wrapped)
    _ = unused.wrap { _ in } as Save
  }
)
struct SharedSpyTests {
  /// The cases that have called the spy `shared` so far.
  private static let callers = LockBox<[Int]>([])

  @Test(arguments: 1...3)
  func `a closure that a trait wraps is wrapped in each test`(number: Int) {
    #expect(issues { unused.expectNoCalls() } == [])
  }

  @Test(arguments: 1...3)
  func `a case does not count the calls of another case`(number: Int) {
    let isFirst = Self.callers.value.isEmpty
    Self.callers.withValue { $0.append(number) }
    save.value?(number)

    let found = issues { shared.expectCalls(count: 1) { $0 == number } }

    #expect(found.count == (isFirst ? 0 : 1))
    #expect(found.allSatisfy { $0.message.contains("made by another case of this test") })
  }
}

/// A trait that a user could write. It wraps a closure before any trait of this library.
private struct SpyingTrait: TestTrait, TestScoping {
  static let spy = Spy<Int, Void>("API.save")

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    _ = Self.spy.wrap { _ in } as Save
    try await withDependencies {
      $0.number = 40
    } operation: {
      try await function()
    }
  }
}

struct ForeignSpyTests {
  @Test(SpyingTrait(), .dependencies, arguments: 1...3)
  func `a closure that a foreign trait wraps is wrapped in the test`(number: Int) {
    #expect(issues { SpyingTrait.spy.expectNoCalls() } == [])
  }
}
