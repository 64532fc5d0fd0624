@testable import DependenceSimulation
import Testing

struct DurationTextTests {
  @Test(arguments: [
    (Duration.zero, "0 s"), (.seconds(1), "1 s"), (.milliseconds(1_500), "1.5 s"),
    (.milliseconds(300), "300 ms"), (.microseconds(1_050), "1.05 ms"),
    (.microseconds(20), "20 µs"), (.nanoseconds(7), "7 ns"),
    (Duration(secondsComponent: 0, attosecondsComponent: 2_000_000), "2 ps"),
    (Duration(secondsComponent: 0, attosecondsComponent: 3_500), "3.5 fs"),
    (Duration(secondsComponent: 0, attosecondsComponent: 999), "999 as"),
    (.seconds(59), "59 s"), (.seconds(60), "1 min"), (.milliseconds(125_250), "2 min 5.25 s"),
    (.seconds(3_600), "1 h"), (.seconds(7_205), "2 h 5 s"), (.seconds(90_061), "25 h 1 min 1 s"),
  ])
  func `a duration is formatted with readable units`(duration: Duration, text: String) {
    #expect(duration.text == text)
    #expect(duration == .zero || (.zero - duration).text == "-\(text)")
  }

  @Test(arguments: [
    (Duration.microseconds(1_999_999), "1.999 s"), (.nanoseconds(999_999_999), "999.999 ms"),
    (.nanoseconds(59_999_999_999), "59.999 s"), (.nanoseconds(1_000_400_000), "1 s"),
  ])
  func `a duration is rounded down`(duration: Duration, text: String) {
    #expect(duration.text == text)
  }

  @Test func `the longest durations can be formatted`() {
    #expect(Duration.seconds(Int64.max).text == "2562047788015215 h 30 min 7 s")
    #expect(Duration.seconds(Int64.min).text == "-2562047788015215 h 30 min 8 s")
  }
}
