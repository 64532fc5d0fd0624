@testable import DependenceSimulation
import Testing

struct SVGGridTests {
  /// The properties of a run on which the widths in a picture depend.
  struct Shape: Sendable {
    var name: String?
    var origin: String?
    var interval = 0
    var ending = Step.Ending.finished
  }

  private static let shapes = [
    Shape(), Shape(name: "a", origin: "b"), Shape(name: "a", interval: 1),
    Shape(interval: 3_723, ending: .suspended), Shape(origin: "bbbbbbbbiii", ending: .runnable),
    Shape(name: String(repeating: "W", count: 30), interval: 1, ending: .runnable),
  ]

  private func timeline(_ blocks: Int, _ shape: Shape = Shape()) -> Timeline {
    var script = RecordScript()
    let other = script.make(.task, shape.name, at: shape.origin)
    for number in 0..<blocks {
      script.run(script.line[0], shape.ending)
      let time = Duration.seconds(shape.interval * (number + 1))
      script.move(to: time, waking: number == blocks - 1 ? [] : [number % 2 == 0 ? other : 0])
    }
    return Timeline(script.record)
  }

  private func grid(_ timeline: Timeline) -> SVGGrid {
    SVGGrid(timeline, first: 0..<0, last: timeline.blocks.indices)
  }

  /// Returns the block counts, up to 120, for which a band does not meet `condition`.
  private func counts(
    of shape: Shape,
    violating condition: (TimelineBand, SVGGrid) -> Bool
  ) -> [Int] {
    (1...120).filter { count in
      let timeline = timeline(count, shape)
      let grid = grid(timeline)
      return !grid.fold(timeline.blocks.indices, of: timeline).allSatisfy { condition($0, grid) }
    }
  }

  @Test(arguments: shapes)
  func `the bands contain every block once`(shape: Shape) {
    let incomplete = (1...120).filter { count in
      let timeline = timeline(count, shape)
      let bands = grid(timeline).fold(timeline.blocks.indices, of: timeline)
      return bands.flatMap { Array($0.blocks) } != Array(timeline.blocks.indices)
    }

    #expect(incomplete == [])
  }

  @Test(arguments: shapes)
  func `the bands fit on the page`(shape: Shape) {
    let tooWide = counts(of: shape) { band, grid in
      grid.start + band.width <= SVGPage.width - SVGPage.margin
    }

    #expect(tooWide == [])
  }

  @Test(arguments: shapes)
  func `the blocks of a band do not overlap`(shape: Shape) {
    let overlapping = counts(of: shape) { band, grid in
      zip(band.offsets, band.offsets.dropFirst()).allSatisfy { left, right in
        right - left >= grid.blockWidth + SVGGrid.gutter
      }
    }

    #expect(overlapping == [])
  }

  @Test func `blocks become narrower before another band is added`() {
    let sizes = (1...40).map { count in
      let timeline = timeline(count)
      let grid = grid(timeline)
      return (width: grid.blockWidth, bands: grid.fold(timeline.blocks.indices, of: timeline).count)
    }

    for (size, next) in zip(sizes, sizes.dropFirst()) {
      #expect(next.bands >= size.bands)
      if next.bands == size.bands { #expect(next.width <= size.width) }
      // A new band is necessary only if the blocks could not become narrower.
      if next.bands > size.bands { #expect(size.width < sizes[0].width) }
    }
    #expect(sizes.last!.bands > 1)
  }

  @Test func `an advance of time between blocks makes room for its label`() {
    let (without, with) = (timeline(3), timeline(3, Shape(interval: 3_723)))

    let widths = [without, with].map { timeline in
      grid(timeline).fold(timeline.blocks.indices, of: timeline)[0].width
    }

    #expect(widths[1] > widths[0])
  }

  @Test func `labels are as wide as the longest one, within a limit`() {
    let widths = [1, 6, 20, 30, 60].map { count in
      grid(timeline(2, Shape(name: String(repeating: "W", count: count)))).labels
    }

    #expect(widths == widths.sorted())
    #expect(widths[0] < widths[1])
    #expect(widths[3] == widths[4])
  }

  @Test func `rows are higher if a label contains a source location`() {
    let (without, with) = (grid(timeline(2)), grid(timeline(2, Shape(origin: "b"))))

    #expect(with.rowHeight > without.rowHeight)
  }
}
