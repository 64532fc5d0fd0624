import Dependence
@testable import DependenceHarness
import Testing

struct RendezvousTests {
  private struct Counter: Awaitable {
    var rendezvous = Rendezvous()
    var count = 0
  }

  private let counter = Lock(Counter())

  private func set(_ count: Int) {
    counter.withLock { counter in
      counter.count = count
      return counter.rendezvous.met(by: count)
    }.resume()
  }

  @Test func `a wait for a count that is already reached returns immediately`() async {
    set(3)

    #expect(await counter.wait(until: 3, limit: .zero) == .met)
  }

  @Test func `a wait in a cancelled task succeeds if the count is already reached`() async {
    set(3)

    let outcome = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await counter.wait(until: 3, limit: .seconds(600))
    }.value

    #expect(outcome == .met)
  }

  @Test func `a wait succeeds if the count is reached before it suspends`() async {
    let outcome = await withCheckedContinuation { continuation in
      let outcome = counter.withLock { counter in
        let ticket = counter.rendezvous.open()
        return counter.rendezvous.suspend(ticket, until: 2, count: 2, continuation)
      }
      continuation.resume(returning: outcome ?? .cancelled)
    }

    #expect(outcome == .met)
  }

  @MainActor
  @Test func `tasks that wait for the same count resume in the order of their waits`() async {
    var order: [Int] = []
    let tasks = (0..<20).map { index in
      Task { @MainActor in
        _ = await counter.wait(until: 1, limit: nil)
        order.append(index)
      }
    }
    // The main actor runs its jobs in order, so all tasks are waiting when this function continues.
    await Task.yield()

    set(1)
    for task in tasks { await task.value }

    #expect(order == Array(0..<20))
  }

  @Test func `an alarm does not retain a wait that has ended`() async {
    weak var kept: Lock<Counter>?
    do {
      let counter = Lock(Counter(count: 1))
      kept = counter
      let task = Task { await counter.wait(until: 2, limit: .seconds(600)) }
      task.cancel()
      _ = await task.value
    }

    #expect(kept == nil)
  }

  @Test func `a wait ends when the count is reached`() async {
    async let outcome = counter.wait(until: 2, limit: .seconds(600))

    set(1)
    set(2)

    #expect(await outcome == .met)
  }

  @Test func `a wait expires at its limit if the count is not reached`() async {
    let outcome = await counter.wait(until: 1, limit: .milliseconds(1))

    #expect(outcome == .expired(.idle) || outcome == .expired(.busy))
  }

  @Test func `a cancelled task stops waiting`() async {
    let task = Task { await counter.wait(until: 1, limit: .seconds(600)) }

    task.cancel()

    #expect(await task.value == .cancelled)
  }

  @Test func `every wait ends exactly once, by its count, its limit or cancellation`() async {
    for _ in 0..<500 {
      set(0)
      await withTaskGroup(of: Void.self) { group in
        for needed in 1...8 {
          group.addTask { _ = await counter.wait(until: needed, limit: .microseconds(needed * 20)) }
        }
        group.addTask { set(4) }
        group.addTask { set(8) }
        group.cancelAll()
      }
    }
  }
}
