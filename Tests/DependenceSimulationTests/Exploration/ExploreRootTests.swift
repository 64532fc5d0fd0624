import Dependence
import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct ExploreRootTests {
  @Dependency(\.text) private var text

  @Test func `every run computes its own defaults`() async throws {
    let defaults = Lock<Set<ObjectIdentifier>>([])
    let kept = Lock<[any AnyObject & Sendable]>([])

    try await explore(schedules: 5) { _ in
      @Dependency(TokenKey.self) var token
      defaults.withLock { _ = $0.insert(ObjectIdentifier(token)) }
      kept.withLock { $0.append(token) }
    }

    let runs = kept.withLock { $0.count }
    // There are more than five runs, because some are repeated to check that a schedule always
    // gives the same run.
    #expect(runs > 5)
    #expect(defaults.withLock { $0.count } == runs)
  }

  @Test(.dependency(\.text, "overridden"))
  func `overrides of the test apply to every run`() async throws {
    try await explore(schedules: 5) { _ in #expect(text == "overridden") }
  }
}
