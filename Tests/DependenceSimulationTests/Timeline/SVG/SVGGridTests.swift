@testable import DependenceSimulation
import Testing

struct SVGGridTests {
  /// A run with the given number of blocks. Task 1 has the given name and origin.
  private func timeline(
    _ blocks: Int,
    name: String? = nil,
    origin: String? = nil,
    interval: Int = 0,
    ending: Step.Ending = .finished
  ) -> Timeline {
    var script = RecordScript()
    let other = script.make(.task, name, at: origin)
    for number in 0..<blocks {
      script.run(script.line[0], ending)
      let time = Duration.seconds(interval * (number + 1))
      script.move(to: time, waking: number == blocks - 1 ? [] : [number % 2 == 0 ? other : 0])
    }
    return Timeline(script.record)
  }

  private func grid(_ timeline: Timeline) -> SVGGrid {
    SVGGrid(timeline, first: 0..<0, last: timeline.blocks.indices)
  }

  @Test func `blocks are as wide as possible without an additional band`() {
    let sizes = (1...40).map { count in
      let timeline = timeline(count)
      let grid = grid(timeline)
      return [grid.blockWidth, grid.fold(timeline.blocks.indices, of: timeline).count]
    }

    #expect(
      sizes == [
        [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [44, 1],
        [44, 1], [40, 1], [36, 1], [32, 1], [30, 1], [26, 1], [24, 1], [22, 1], [44, 2], [44, 2],
        [44, 2], [44, 2], [40, 2], [40, 2], [36, 2], [36, 2], [32, 2], [32, 2], [30, 2], [30, 2],
        [26, 2], [26, 2], [24, 2], [24, 2], [22, 2], [22, 2], [36, 3], [36, 3], [36, 3], [32, 3],
      ]
    )
  }

  @Test func `blocks between which time advances leave room for a number`() {
    let sizes = (1...40).map { count in
      let timeline = timeline(count, interval: 1)
      let grid = grid(timeline)
      return [grid.blockWidth, grid.fold(timeline.blocks.indices, of: timeline).count]
    }

    #expect(
      sizes == [
        [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [44, 1], [40, 1], [32, 1],
        [26, 1], [44, 2], [44, 2], [44, 2], [44, 2], [44, 2], [40, 2], [40, 2], [32, 2], [32, 2],
        [26, 2], [26, 2], [44, 3], [44, 3], [40, 3], [40, 3], [40, 3], [32, 3], [32, 3], [32, 3],
        [26, 3], [26, 3], [26, 3], [40, 4], [40, 4], [40, 4], [32, 4], [32, 4], [32, 4], [32, 4],
      ]
    )
  }

  @Test(
    arguments: [
      (nil, nil, [84, 106, 34]), ("a", "", [89, 111, 34]), ("a", "b", [89, 111, 40]),
      ("aaaaaa", nil, [126, 148, 34]), ("a", String(repeating: "b", count: 20), [148, 170, 40]),
      (String(repeating: "W", count: 30), nil, [208, 230, 34]),
      (nil, String(repeating: "W", count: 30), [208, 230, 40]),
    ] as [(String?, String?, [Int])]
  )
  func `labels are as wide as the longest one, within limits`(
    name: String?,
    origin: String?,
    measures: [Int]
  ) {
    let grid = grid(timeline(2, name: name, origin: origin))

    #expect([grid.labels, grid.start, grid.rowHeight] == measures)
  }

  @Test func `the last band leaves room for the notes at its end`() {
    let sizes = [Step.Ending.finished, .suspended, .runnable].map { ending in
      (1...24).map { count in
        let timeline = timeline(count, ending: ending)
        return grid(timeline).fold(timeline.blocks.indices, of: timeline).map(\.blocks.count)
      }
    }

    #expect(sizes[0].prefix(18).allSatisfy { $0.count == 1 })
    #expect(
      sizes[0].dropFirst(18) == [[11, 8], [11, 9], [11, 10], [11, 11], [12, 11], [12, 12]]
    )
    #expect(sizes[1].prefix(16).allSatisfy { $0.count == 1 })
    #expect(
      sizes[1].dropFirst(16) == [
        [11, 6], [11, 7], [11, 8], [11, 9], [11, 10], [12, 10], [12, 11], [13, 11],
      ]
    )
    #expect(sizes[1] == sizes[2])
  }

  @Test func `a note may extend to the edge of the page`() {
    // The label and the note leave room for ten blocks of 58.
    let grid = grid(timeline(10, origin: "bbbbbbbbiii", ending: .runnable))

    #expect(grid.start == 107)
    #expect(grid.blockWidth == 44)
  }

  @Test func `the narrowest blocks have room for their numbers`() {
    let numbers = grid(timeline(105, name: "aaaai"))
    let digits = grid(
      timeline(9, name: String(repeating: "a", count: 13), interval: 1, ending: .runnable)
    )

    // Seven bands of fifteen blocks, and one band with eight gaps and a note.
    #expect([numbers.start, numbers.blockWidth] == [138, 28])
    #expect([digits.start, digits.blockWidth] == [201, 20])
  }

  @Test func `time labels get enough room`() {
    let timeline = timeline(3, interval: 3_723)

    let bands = grid(timeline).fold(timeline.blocks.indices, of: timeline)

    #expect(bands.map(\.offsets) == [[0, 80, 191]])
    #expect(bands.map(\.width) == [280])
  }

  @Test func `a band may be as wide as the page`() {
    // The label leaves room for eleven blocks of 58.
    let timeline = timeline(11, name: "aaaai")
    let grid = grid(timeline)

    let bands = grid.fold(timeline.blocks.indices, of: timeline)

    #expect(grid.start == 138)
    #expect(grid.blockWidth == 44)
    #expect(bands.map(\.width) == [638])
  }
}
