@testable import DependenceSimulation
import Testing

struct ActorLinesTests {
  private enum Event {
    case add(Int32)
    case begin
    case end
    case hold
    case release
  }

  /// Returns the participant that the actor can serve after each event.
  private func served(_ events: [Event]) -> [Int32?] {
    var lines = ActorLines()
    return events.map { event in
      switch event {
      case .add(let number): return lines.add(queued(number), to: 7)?.participant
      case .end: return lines.endTurn(of: 7)?.participant
      case .release: return lines.release(7)?.participant
      case .begin: lines.beginTurn(of: 7)
      case .hold: lines.hold(7)
      }
      return nil
    }
  }

  private func queued(_ number: Int32) -> Scheduler.Ready {
    Scheduler.Ready(job: unsafeBitCast(UInt(16), to: UnownedJob.self), participant: number)
  }

  @Test func `an actor runs its queued jobs one at a time, in order`() {
    let served = served([.add(1), .add(2), .begin, .add(3), .end, .begin, .end, .begin, .end])

    #expect(served == [1, nil, nil, nil, 2, nil, 3, nil, nil])
  }

  @Test func `an actor runs the job with the highest priority first, and the oldest of equals`() {
    var lines = ActorLines()
    var order: [Int32] = []
    for (number, priority) in [(1, 17), (2, 25), (3, 25), (4, 21)] as [(Int32, UInt8)] {
      var new = queued(number)
      new.priority = priority
      _ = lines.add(new, to: 7)
    }
    for _ in 1...4 {
      order.append(lines.first(in: 7).participant)
      lines.beginTurn(of: 7)
      _ = lines.endTurn(of: 7)
    }

    #expect(order == [2, 3, 4, 1])
  }

  @Test func `an actor runs no job until every hold is released`() {
    let served = served([.hold, .hold, .add(1), .release, .release, .begin, .hold, .end, .release])

    #expect(served == [nil, nil, nil, nil, 1, nil, nil, nil, nil])
  }

  @Test func `an actor held during a job runs the next one after the release and the job's end`() {
    let held = served([.add(1), .begin, .hold, .add(2), .end, .release])
    let serving = served([.add(1), .begin, .hold, .add(2), .release, .end])

    #expect(held == [1, nil, nil, nil, nil, 2])
    #expect(serving == [1, nil, nil, nil, nil, 2])
  }

  @Test func `removeAll returns every queued job once`() {
    var lines = ActorLines()
    for number in 1...3 { _ = lines.add(queued(Int32(number)), to: UInt(number % 2)) }

    let first = lines.removeAll().map(\.participant)
    let second = lines.removeAll().map(\.participant)

    #expect(first.sorted() == [1, 2, 3])
    #expect(second == [])
  }
}
