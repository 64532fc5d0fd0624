@testable import DependenceSimulation
import GoldenFiles
import Testing

struct TimelineGoldenTests {
  @Test(arguments: ExampleRun.long.dropFirst())
  func `a run is drawn as text on a small terminal`(run: ExampleRun) throws {
    let text = TimelineText(columns: 80, lines: 30).draw(run.record)
    try GoldenFile("Timelines/\(run.testDescription).txt").expect(text)
  }

  @Test func `a run with several bands is drawn as text in many sizes`() throws {
    let sizes = [(80, 30), (80, 41), (90, 33), (100, 60), (120, 70)]
    let texts = sizes.map { TimelineText(columns: $0, lines: $1).draw(ExampleRun.busy) }
    try GoldenFile("Timelines/busy.txt").expect(texts.joined(separator: "\n\n"))
  }

  /// Returns the number of lines of a drawing, and its omissions.
  private func outline(_ run: ExampleRun, columns: Int, lines: Int) -> String {
    let text = TimelineText(columns: columns, lines: lines).draw(run.record)
    let omissions = text.matches(of: /… .*(left out|more)/).map { String($0.output.0) }
    let count = text.count { $0 == "\n" }
    return "\(run.testDescription) \(columns)×\(lines): \(count) lines\n  "
      + omissions.joined(separator: "\n  ")
  }

  @Test func `the omitted parts depend on the available lines`() throws {
    let random = [30, 40, 300].map { steps in
      ExampleRun("\(steps) steps", RandomRecords.possible(7, steps: steps))
    }
    let outlines = ([ExampleRun("busy", ExampleRun.busy)] + random).flatMap { run in
      (30...75).map { outline(run, columns: 80, lines: $0) }
    }
    try GoldenFile("Timelines/outlines.txt").expect(outlines.joined(separator: "\n") + "\n")
  }

  @Test(arguments: [ExampleRun("busy", ExampleRun.busy)] + ExampleRun.long)
  func `a drawing has 60 lines of 100 columns by default`(run: ExampleRun) {
    let texts = [
      TimelineText().draw(run.record), TimelineText(columns: 80).draw(run.record),
      TimelineText(lines: 31).draw(run.record),
    ]

    #expect(
      texts
        == [(100, 60), (80, 60), (100, 31)].map { columns, lines in
          TimelineText(columns: columns, lines: lines).draw(run.record)
        }
    )
  }

  @Test func `a run with several bands is drawn as a picture`() throws {
    try GoldenFile("Timelines/busy.svg").expect(TimelineSVG().draw(ExampleRun.busy))
  }

  @Test(arguments: ExampleRecords.all)
  func `a run is drawn as text`(run: ExampleRun) throws {
    try GoldenFile("Timelines/\(run.testDescription).txt").expect(TimelineText().draw(run.record))
  }

  @Test(arguments: ExampleRecords.all)
  func `a run is drawn as a picture`(run: ExampleRun) throws {
    try GoldenFile("Timelines/\(run.testDescription).svg").expect(TimelineSVG().draw(run.record))
  }
}
