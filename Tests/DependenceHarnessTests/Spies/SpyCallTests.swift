import Dependence
import DependenceHarness
import DependenceTesting
import TestKeys
import Testing

// Some tests of this suite prepare values. Without the trait, repetitions of a test would share the
// prepared values.
@Suite(.dependencies)
struct SpyCallTests {
  private let spy = Spy<Int, Int>("double")

  @Test func `calls have a number within their spy and an order across spies`() {
    let other = Spy<Void>("other")
    let double = spy.wrap { 2 * $0 }
    let ping = other.wrap {}

    _ = double(1)
    ping()
    _ = double(2)

    #expect(spy.calls.map(\.number) == [1, 2])
    #expect(other.calls.map(\.number) == [1])
    let orders = [spy.calls[0], spy.calls[1]].map(\.order)
    #expect(orders[0] < other.calls[0].order && other.calls[0].order < orders[1])
  }

  @Test func `a call records the time of its spy's clock`() async {
    let clock = TestClock()
    let spy = Spy<Int, Int>("double", clock: clock)
    let double = spy.wrap { 2 * $0 }

    _ = double(1)
    await clock.advance(by: .seconds(3), sleepers: 0)
    _ = double(2)

    #expect(spy.calls.map(\.time) == [.zero, .seconds(3)])
  }

  @Test
  func `without a clock in the spy, a call records the time of its scope's clock`() async throws {
    let double = spy.wrap { 2 * $0 }
    let clock = ImmediateClock()

    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      try await clock.sleep(for: .seconds(5))
      _ = double(1)
    }

    #expect(spy.calls.map(\.time) == [.seconds(5)])
  }

  @Test func `without a clock in the spy, a call records the time of a prepared clock`() {
    prepareDependencies { $0.continuousClock = TestClock() }

    let double = spy.wrap { 2 * $0 }
    _ = double(1)

    #expect(spy.calls.map(\.time) == [.zero])
  }

  @Test func `without a test clock, a call has no time, and the default clock is not read`() {
    let double = spy.wrap { 2 * $0 }
    let reported = issues {
      _ = double(1)
      withDependencies {
        $0.continuousClock = ContinuousClock()
      } operation: {
        _ = double(1)
      }
      // This call would report an issue if anything had read the default clock before.
      prepareDependencies { $0.continuousClock = TestClock() }
    }

    #expect(spy.calls.map(\.time) == [nil, nil])
    #expect(reported == [])
  }

  @Test func `a call records the name of the test in whose scope it is made`() async {
    let double = spy.wrap { 2 * $0 }
    let scope = captureDependencies()

    _ = await Task.detached { scope.run { double(1) } }.value
    _ = await Task.detached { double(2) }.value

    #expect(spy.calls[0].owner == Test.current?.name)
    #expect(spy.calls[1].owner == nil)
  }

  @Test func `resetting a spy removes its calls and restarts the numbering`() {
    let double = spy.wrap { 2 * $0 }
    _ = double(1)

    spy.reset()
    spy.expectNoCalls()
    _ = double(2)

    spy.expectCalls([2])
    #expect(spy.calls[0].number == 1)
  }

  private enum Shape {
    case none
    case circle(Int?)
    case box(width: Int, height: Int)
  }

  private struct Order {
    let id: Int
    let prices: [String: Int]
    let shape: Shape
  }

  @Test func `arguments and results look as in source code, in an order that does not vary`() {
    let texts: [(any Sendable, String)] = [
      (["b": 1, "a": 2, "c": 3] as [String: Int], #"["a": 2, "b": 1, "c": 3]"#),
      ([:] as [String: Int], "[:]"),
      (Set(["z", "x", "y"]), #"["x", "y", "z"]"#),
      (Optional("x"), #""x""#),
      (String?.none, "nil"),
      ([1, nil] as [Int?], "[1, nil]"),
      ((name: "a", 2), #"(name: "a", 2)"#),
      (Shape.none, "none"),
      (Shape.circle(3), "circle(3)"),
      (Duration.seconds(1), "1.0 seconds"),
      (
        Order(id: 1, prices: ["b": 1, "a": 2], shape: .box(width: 1, height: 2)),
        #"Order(id: 1, prices: ["a": 2, "b": 1], shape: box(width: 1, height: 2))"#
      ),
    ]

    for (value, text) in texts {
      let spy = Spy<any Sendable>("value")
      _ = spy.wrap { value }()
      #expect(spy.calls.map(\.description) == ["(), returned \(text)"])
    }
  }
}
