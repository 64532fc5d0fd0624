@testable import DependenceSimulation
import DependenceTesting
import Dependence
import TestKeys
import Testing

struct LeftoverTests {
  @Test func `leftover tasks are named and cancelled, and clean up`() async throws {
    let trail = Trail()

    let reported = try await issues(from: {
      try await simulate(seed: 1) { _ in
        for name in ["one", "two"] {
          Task(name: name) {
            defer { trail.note("\(name) cleaned up") }
            do { try await Task.sleep(for: .seconds(9)) } catch { trail.note("\(name) cancelled") }
          }
        }
        try await Task.sleep(for: .seconds(1))
      }
    })

    #expect(reported.count == 1)
    let message = try #require(reported.first?.message)
    #expect(
      message.hasPrefix(
        "2 tasks had not ended when the body of the simulation returned: task \"one\""
      )
    )
    #expect(message.contains("; task \"two\""))
    #expect(
      message.hasSuffix(
        """
        Await each task in the body, cancel and await it, or allow such tasks with the option \
        .leftoverTasks.
        """
      )
    )
    let expected = ["one cancelled", "one cleaned up", "two cancelled", "two cleaned up"]
    #expect(trail.notes.sorted() == expected)
  }

  @Test func `tasks that can finish without an advance of time are not leftovers`() async throws {
    let reported = try await issues(from: {
      try await simulate(seed: 1) { _ in
        for _ in 0..<10 {
          Task {
            for _ in 0..<10 { await Task.yield() }
            await Task.detached {}.value
          }
        }
      }
    })

    #expect(reported.isEmpty)
  }

  @Test(arguments: [(20, ". Await each task"), (21, "; and 1 more. Await each task")])
  func `a report names at most twenty leftover tasks`(count: Int, rest: String) async throws {
    let reported = try await issues(from: {
      try await simulate { _ in
        for number in 1...count {
          Task(name: "T\(number)") { try await Task.sleep(for: .seconds(9)) }
        }
        await Task.yield()
      }
    })

    let message = try #require(reported.first?.message)
    #expect(
      message.hasPrefix(
        "\(count) tasks had not ended when the body of the simulation returned: task \"T1\""
      )
    )
    #expect(message.matches(of: /"T\d+"/).count == 20)
    #expect(message.contains(rest))
  }

  @Test func `allowed leftover tasks are cancelled without an issue`() async throws {
    let trail = Trail()

    let reported = try await issues(from: {
      try await simulate(seed: 1, .leftoverTasks) { _ in
        _ = Task {
          try? await Task.sleep(for: .seconds(9))
          trail.note(Task.isCancelled ? "cancelled" : "not cancelled")
        }
      }
    })

    #expect(reported.isEmpty)
    #expect(trail.notes == ["cancelled"])
  }

  @Test func `a leftover task cannot advance the time after the body has returned`() async throws {
    let trail = Trail()

    let reported = try await issues(from: {
      try await simulate(seed: 1) { simulation in
        _ = Task(name: "driver") {
          while !Task.isCancelled { await simulation.advance(by: .seconds(1)) }
          trail.note("ended at \(simulation.now)")
        }
      }
    })

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains(#"task "driver""#) == true)
    #expect(trail.notes == ["ended at 0.0 seconds"])
  }

  @Test func `a body that throws rethrows its error and reports its leftover tasks`() async throws {
    struct Wrong: Error {}

    let reported = await issues(from: {
      await #expect(throws: Wrong.self) {
        try await simulate(seed: 1) { _ in
          Task(name: "timer") { try await Task.sleep(for: .seconds(9)) }
          throw Wrong()
        }
      }
    })

    #expect(reported.count == 1)
  }

  @Test func `a task that ignores its cancellation continues outside`() async throws {
    let trail = Trail()
    let (isOver, over) = AsyncStream<Void>.makeStream()
    let parked = Lock<UnsafeContinuation<Void, Never>?>(nil)

    let reported = try await issues(from: {
      try await simulate(seed: 1) { simulation in
        _ = Task(name: "stubborn") {
          // Cancellation does not end this wait.
          await withUnsafeContinuation { continuation in parked.withLock { $0 = continuation } }
          trail.note(Simulation.current == nil ? "outside" : "inside")
          let start = ContinuousClock.now
          await Task { _ = try? await Task.sleep(for: .milliseconds(2)) }.value
          #expect(ContinuousClock.now - start >= .milliseconds(2))
          #expect(ContinuousClock.now - start < .seconds(3_600))
          await MainActor.run { trail.note("main actor") }
          over.finish()
        }
      }
    })
    parked.withLock(\.self)?.resume()
    for await _ in isOver {}

    #expect(reported.count == 1)
    #expect(trail.notes == ["outside", "main actor"])
  }

  @Test func `after the end of a simulation, advance and settle do nothing`() async throws {
    let simulation = try await simulate { $0 }

    await simulation.advance(by: .seconds(1))
    await simulation.settle()

    #expect(simulation.now == .zero)
    #expect(simulation.unfinishedTasks == [])
  }
}
