@testable import DependenceSimulation
import Testing

struct ActorQueuesTests {
  private enum Event {
    case add(Int32)
    case begin
    case end
    case hold
    case release
  }

  /// Returns the participant that the actor can run after each event.
  private func nextParticipants(after events: [Event]) -> [Int32?] {
    var queues = ActorQueues()
    return events.map { event in
      switch event {
      case .add(let number): return queues.add(queued(number), to: 7)?.participant
      case .end: return queues.endJob(of: 7)?.participant
      case .release: return queues.release(7)?.participant
      case .begin: queues.beginJob(of: 7)
      case .hold: queues.hold(7)
      }
      return nil
    }
  }

  private func queued(_ number: Int32) -> Scheduler.Ready {
    Scheduler.Ready(job: unsafeBitCast(UInt(16), to: UnownedJob.self), participant: number)
  }

  @Test func `an actor runs its queued jobs one at a time, in order`() {
    let participants = nextParticipants(after: [
      .add(1), .add(2), .begin, .add(3), .end, .begin, .end, .begin, .end,
    ])

    #expect(participants == [1, nil, nil, nil, 2, nil, 3, nil, nil])
  }

  @Test func `an actor runs the job with the highest priority first, and the oldest of equals`() {
    var queues = ActorQueues()
    var order: [Int32] = []
    for (number, priority) in [(1, 17), (2, 25), (3, 25), (4, 21)] as [(Int32, UInt8)] {
      var new = queued(number)
      new.priority = priority
      _ = queues.add(new, to: 7)
    }
    for _ in 1...4 {
      order.append(queues.nextJob(of: 7).participant)
      queues.beginJob(of: 7)
      _ = queues.endJob(of: 7)
    }

    #expect(order == [2, 3, 4, 1])
  }

  @Test func `an actor runs no job until every hold is released`() {
    let participants = nextParticipants(after: [
      .hold, .hold, .add(1), .release, .release, .begin, .hold, .end, .release,
    ])

    #expect(participants == [nil, nil, nil, nil, 1, nil, nil, nil, nil])
  }

  @Test func `an actor held during a job runs the next one after the release and the job's end`() {
    let held = nextParticipants(after: [.add(1), .begin, .hold, .add(2), .end, .release])
    let running = nextParticipants(after: [.add(1), .begin, .hold, .add(2), .release, .end])

    #expect(held == [1, nil, nil, nil, nil, 2])
    #expect(running == [1, nil, nil, nil, nil, 2])
  }

  @Test func `removeAll returns every queued job once`() {
    var queues = ActorQueues()
    for number in 1...3 { _ = queues.add(queued(Int32(number)), to: UInt(number % 2)) }

    let first = queues.removeAll().map(\.participant)
    let second = queues.removeAll().map(\.participant)

    #expect(first.sorted() == [1, 2, 3])
    #expect(second == [])
  }
}
