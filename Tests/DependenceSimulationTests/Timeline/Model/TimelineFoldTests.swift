@testable import DependenceSimulation
import Testing

struct TimelineFoldTests {
  /// Returns a timeline of alternating blocks of two participants, at the given times.
  private func timeline(_ seconds: [Int]) -> Timeline {
    var script = RecordScript()
    let other = script.make()
    for (number, time) in seconds.enumerated() {
      script.move(to: .seconds(time), waking: [number % 2 == 0 ? 0 : other])
      script.run(script.line.last!, on: number == 0 ? .pool : .mainActor)
    }
    return Timeline(script.record)
  }

  /// Returns the bands of a page of the given width. A block has a width of 4, a gap has a width of
  /// 2, and the label of a time with one digit has a width of 5.
  private func bands(_ seconds: [Int], width: Int) -> [[[Int]]] {
    let ruler = TimelineBand.Ruler(width: width, pitch: 4, gap: 2) { $0.text.columns + 2 }
    let timeline = timeline(seconds)
    return TimelineBand.fold(timeline.blocks.indices, of: timeline, by: ruler)
      .map { [Array($0.blocks), $0.offsets, $0.marks, [$0.width]] }
  }

  @Test(arguments: [
    ([0, 0, 0], 12, [[[0, 1, 2], [0, 4, 8], [0], [12]]]),
    ([0, 0, 0], 11, [[[0, 1], [0, 4], [0], [8]], [[2], [0], [2], [5]]]),
    // The labels of the times before and after a jump in time have a width of 5 each.
    ([0, 1, 1], 15, [[[0, 1, 2], [0, 7, 11], [0, 1], [15]]]),
    ([0, 1, 1], 14, [[[0, 1], [0, 7], [0, 1], [12]], [[2], [0], [2], [5]]]),
    ([0, 1], 12, [[[0, 1], [0, 7], [0, 1], [12]]]),
    ([0, 1], 11, [[[0], [0], [0], [5]], [[1], [0], [1], [5]]]),
    ([0, 0, 1], 15, [[[0, 1, 2], [0, 4, 10], [0, 2], [15]]]),
    ([100, 100, 101], 26, [[[0, 1, 2], [0, 4, 14], [0, 2], [26]]]),
    ([100, 100, 101], 25, [[[0, 1], [0, 4], [0], [12]], [[2], [0], [2], [12]]]),
    ([0, 0], 1, [[[0], [0], [0], [5]], [[1], [0], [1], [5]]]),
    ([], 9, []),
  ])
  func `blocks share a band as long as they and their times fit`(
    seconds: [Int],
    width: Int,
    expected: [[[Int]]]
  ) {
    #expect(bands(seconds, width: width) == expected)
  }
}
