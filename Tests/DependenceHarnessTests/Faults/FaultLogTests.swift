import Dependence
@testable import DependenceHarness
import Testing

struct FaultLogTests {
  private let root = DependencyRoot(owner: nil)
  private var log = FaultLog()

  @Test mutating func `the calls of each endpoint are numbered from 1`() {
    let numbers = ["API.fetch", "API.fetch", "API.save", "API.fetch"].map { log.begin($0) }

    #expect(numbers == [1, 2, 1, 3])
  }

  @Test
  mutating func `injections are sorted by endpoint and call, and stay in order within a call`() {
    note("B.b", 1, .delayed(.seconds(1)))
    note("A.a", 10, .cancelled)
    note("A.a", 2, .delayed(.milliseconds(1_500)))
    note("B.b", 1, .heldBack(.zero))
    note("A.a", 2, .cancelled)

    #expect(
      log.sorted.map(\.description) == [
        "A.a call 2: delayed 1.5 s", "A.a call 2: cancelled", "A.a call 10: cancelled",
        "B.b call 1: delayed 1.0 s", "B.b call 1: response delayed 0.0 s",
      ]
    )
  }

  @Test mutating func `the log finds the last cancellation of each task`() {
    note("A.a", 1, .cancelled, on: 7)
    note("A.a", 2, .cancelled, on: 7)
    note("A.a", 3, .cancelled, on: 8)
    note("A.a", 4, .delayed(.seconds(1)))

    #expect(log.cancellations.mapValues(\.injection.call) == [7: 2, 8: 3])
    #expect(log.injected.map(\.call) == [1, 2, 3, 4])
  }

  private mutating func note(
    _ endpoint: String,
    _ call: Int,
    _ effect: Faults.Injection.Effect,
    on task: Int? = nil
  ) {
    let injection = Faults.Injection(endpoint: endpoint, call: call, effect: effect)
    log.note(injection, on: task, in: root)
  }
}
