@testable import DependenceSimulation
import Testing

struct RunRecordTests {
  @Test func `a run without steps has ended at its beginning`() {
    let record = RunRecord()

    #expect(record.end == .zero)
    #expect(record.ending == .returned)
  }
}
