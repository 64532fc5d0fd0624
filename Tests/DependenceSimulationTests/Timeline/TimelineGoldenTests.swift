@testable import DependenceSimulation
import GoldenFiles
import Testing

struct TimelineGoldenTests {
  @Test(arguments: ExampleRun.long.dropFirst())
  func `a run is drawn as text on a small terminal`(run: ExampleRun) throws {
    let text = TimelineText(columns: 80, lines: 30).draw(run.record)
    try GoldenFile("Timelines/\(run.testDescription).txt").expect(text)
  }

  @Test func `a run of several bands is drawn as text of many sizes`() throws {
    let sizes = [(80, 30), (80, 41), (90, 33), (100, 60), (120, 70)]
    let texts = sizes.map { TimelineText(columns: $0, lines: $1).draw(ExampleRun.busy) }
    try GoldenFile("Timelines/busy.txt").expect(texts.joined(separator: "\n\n"))
  }

  @Test func `a run of several bands is drawn as a picture`() throws {
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
