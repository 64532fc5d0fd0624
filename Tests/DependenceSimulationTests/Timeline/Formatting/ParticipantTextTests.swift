@testable import DependenceSimulation
import Testing

struct ParticipantTextTests {
  @Test(arguments: [
    (Participant(id: 0, kind: .task), "body"),
    (Participant(id: 0, kind: .task, name: "main"), "task 0 \"main\""),
    (Participant(id: 3, kind: .task), "task 3"),
    (Participant(id: 3, kind: .task, name: "tear\ndown"), "task 3 \"tear\\ndown\""),
    (Participant(id: 4, kind: .actor), "actor 4"),
    (Participant(id: 4, kind: .actor, name: "Account"), "actor 4 Account"),
    (Participant(id: 5, kind: .job), "job 5"),
    (Participant(id: 5, kind: .job, name: "deinit"), "job 5 deinit"),
  ])
  func `every participant has a title`(participant: Participant, title: String) {
    #expect(participant.title == title)
  }

  @Test func `a very long name is shortened in the title`() {
    let name = String(repeating: "a", count: 100_000)

    #expect(Participant(id: 1, kind: .task, name: name).title.columns < 220)
  }

  @Test func `an empty origin is not shown`() {
    #expect(Participant(id: 1, kind: .task, origin: "").location == nil)
    #expect(Participant(id: 1, kind: .task, origin: "f()\n").location == "f()\\n")
  }
}
