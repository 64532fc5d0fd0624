@testable import DependenceSimulation
import Testing

struct TimelineSuspendedTests {
  @Test func `a suspended task is listed with its origin and the time of its suspension`() {
    #expect(
      Timeline(ExampleRecords.deadlock).suspended == [
        #"body, since 0 s"#,
        #"task 1 "session", created at Storefront.Session.open(), since 1.5 s"#,
        #"task 3 "teardown", created at Storefront.Session.close(), since 1.5 s"#,
      ]
    )
  }

  @Test func `a suspended task without an origin is listed with its creator`() {
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

  @Test func `no task is listed as suspended after all have finished`() {
    #expect(Timeline(ExampleRecords.lostUpdate).suspended == [])
  }
}
