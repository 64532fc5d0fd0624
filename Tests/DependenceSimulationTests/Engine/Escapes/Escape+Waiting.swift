@testable import DependenceSimulation
import Dependence

extension Escape {
  static let waiting = [
    Escape(
      "AsyncStream",
      sees: [.inside("1"), .inside("2", .seconds(1)), .inside("end", .seconds(1))]
    ) {
      witness in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { _ in witness.see("end") }
      let consumer = Task { for await number in stream { witness.see("\(number)") } }
      continuation.yield(1)
      try await Task.sleep(for: .seconds(1))
      continuation.yield(2)
      continuation.finish()
      await consumer.value
    },
    Escape("AsyncThrowingStream", sees: [.inside("1"), .inside("wrong")]) { witness in
      let stream = AsyncThrowingStream<Int, any Error> { continuation in
        Task {
          continuation.yield(1)
          continuation.finish(throwing: Wrong())
        }
      }
      do {
        for try await number in stream { witness.see("\(number)") }
      } catch {
        witness.see("wrong")
      }
    },
    Escape("a checked continuation", sees: [.inside("resumed", .seconds(1))]) { witness in
      await withCheckedContinuation { continuation in
        Task {
          try? await Task.sleep(for: .seconds(1))
          continuation.resume()
        }
      }
      witness.see("resumed")
    },
    Escape("an unsafe continuation that an actor resumes", sees: [.inside("resumed")]) { witness in
      let room = Room()
      await withUnsafeContinuation { continuation in
        Task { await room.enter { continuation.resume() } }
      }
      witness.see("resumed")
    },
    Escape("a continuation that is resumed at once", sees: [.inside("resumed")]) { witness in
      await withCheckedContinuation { $0.resume() }
      witness.see("resumed")
    },
    Escape("a task that waits for many", sees: [.inside("all", .seconds(9))]) { witness in
      let tasks = (1..<10).map { number in Task { try? await Task.sleep(for: .seconds(number)) } }
      for task in tasks.reversed() { await task.value }
      witness.see("all")
    },
  ]
}
