@testable import DependenceSimulation
import Testing

struct DurationNanosecondsTests {
  private static let examples: [(Duration, Int)] = [
    (.zero, 0), (.nanoseconds(7), 7), (.nanoseconds(-7), -7),
    (.milliseconds(1_500), 1_500_000_000),
    (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
    (.nanoseconds(Int64.max - 1), .max - 1), (.nanoseconds(Int64.max), .max),
    (.nanoseconds(Int64.max) + .nanoseconds(1), .max),
    (.seconds(9_223_372_037), .max), (.seconds(Int64.max), .max),
    (.nanoseconds(Int64.min), .min),
    (.nanoseconds(Int64.min) - .nanoseconds(1), .min),
    (.seconds(Int64.min), .min),
  ]

  @Test(arguments: examples)
  func `nanoseconds are clamped to the range of Int`(duration: Duration, nanoseconds: Int) {
    #expect(duration.nanoseconds == nanoseconds)
  }
}
