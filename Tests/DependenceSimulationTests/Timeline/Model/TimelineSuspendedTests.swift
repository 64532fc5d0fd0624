@testable import DependenceSimulation
import Testing

struct TimelineSuspendedTests {
  @Test func `who is suspended is listed with where it was made, and since when`() {
    #expect(
      Timeline(ExampleRecords.deadlock).suspended == [
        #"body, since 0 s"#,
        #"task 1 "session", created at Storefront.Session.open(), since 1.5 s"#,
        #"task 3 "teardown", created at Storefront.Session.close(), since 1.5 s"#,
      ]
    )
  }

  @Test func `where the place is not known, who made it is`() {
    var script = RecordScript()
    let parent = script.make()
    let child = script.make(by: parent)
    script.run(0, waking: [parent])
    script.run(parent, waking: [child], .finished)
    script.run(child)

    #expect(
      Timeline(script.record).suspended == [
        "body, since 0 s", "task 2, created by task 1, since 0 s",
      ]
    )
  }

  @Test func `nobody is suspended when all are at an end`() {
    #expect(Timeline(ExampleRecords.lostUpdate).suspended == [])
  }
}
