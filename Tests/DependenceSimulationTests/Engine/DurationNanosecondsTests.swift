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

  private static let roundedExamples: [(Duration, Duration)] = [
    (.zero, .zero), (.nanoseconds(7), .nanoseconds(7)),
    (Duration(secondsComponent: 0, attosecondsComponent: 1), .nanoseconds(1)),
    (Duration(secondsComponent: 2, attosecondsComponent: 999_999_999), .nanoseconds(2_000_000_001)),
    (.nanoseconds(2_000_000_001), .nanoseconds(2_000_000_001)),
    (Duration(secondsComponent: 0, attosecondsComponent: -1), .zero),
    (.nanoseconds(Int64.max), .nanoseconds(Int64.max)),
    (.seconds(Int64.max), .nanoseconds(Int64.max)),
  ]

  @Test(arguments: roundedExamples)
  func `a duration is rounded up to whole nanoseconds and clamped`(
    duration: Duration,
    rounded: Duration
  ) {
    #expect(duration.roundedUpToNanoseconds == rounded)
  }
}
