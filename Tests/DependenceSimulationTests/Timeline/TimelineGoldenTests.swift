@testable import DependenceSimulation
import GoldenFiles
import Testing

struct TimelineGoldenTests {
  @Test(arguments: ExampleRecords.all)
  func `a run is drawn as text`(run: ExampleRun) throws {
    try GoldenFile("Timelines/\(run.testDescription).txt").expect(TimelineText().draw(run.record))
  }

  @Test(arguments: ExampleRecords.all)
  func `a run is drawn as a picture`(run: ExampleRun) throws {
    try GoldenFile("Timelines/\(run.testDescription).svg").expect(TimelineSVG().draw(run.record))
  }
}
