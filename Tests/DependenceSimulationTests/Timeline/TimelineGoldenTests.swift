@testable import DependenceSimulation
import GoldenFiles
import Testing

struct TimelineGoldenTests {
  @Test(arguments: ExampleRun.long.dropFirst() + [ExampleRun("busy", ExampleRun.busy)])
  func `a run is drawn as text on a small terminal`(run: ExampleRun) throws {
    let text = TimelineText(columns: 80, lines: 30).draw(run.record)
    try GoldenFile("Timelines/\(run.testDescription).txt").expect(text)
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
