import Dependence
@testable import DependenceSimulation
import Testing

struct RunRecordTests {
  @Test func `a run without steps has ended at its beginning`() {
    let record = RunRecord()

    #expect(record.end == .zero)
    #expect(record.ending == .returned)
  }

  private actor Counter {
    private var count = 0

    func increase() { count += 1 }
  }

  @Test func `an actor that lies where another one lay is another one`() async {
    let addresses = Lock<Set<ObjectIdentifier>>([])
    let run = SimulatedRun(.fifo, SimulationOptions())

    let outcome = await run { _ in
      for _ in 0..<50 {
        let counter = Counter()
        addresses.withLock { _ = $0.insert(ObjectIdentifier(counter)) }
        await counter.increase()
      }
    }

    #expect(addresses.withLock(\.count) < 50)
    #expect(outcome.record.participants.count { $0.kind == .actor } == 50)
  }
}
