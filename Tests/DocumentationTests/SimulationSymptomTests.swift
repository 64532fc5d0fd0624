import DependenceSimulation
import DependenceTesting
import Dispatch
import Foundation
import Testing

/// Checks that the symptoms in the article's tables match the messages that are reported.
struct SimulationSymptomTests {
  /// A problem in a simulation, and a part of the message that reports it.
  struct Symptom: Sendable, CustomTestStringConvertible {
    let words: String
    let run: @Sendable () async throws -> Void

    init(_ words: String, _ run: @escaping @Sendable () async throws -> Void) {
      self.words = words
      self.run = run
    }

    var testDescription: String { words }
  }

  private static let symptoms = [
    Symptom("had not ended when the body of the simulation returned") {
      try await simulate { _ in _ = Task { try await Task.sleep(for: .seconds(1)) } }
    },
    Symptom("Deadlock after") {
      try await explore(schedules: 1) { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    },
    Symptom("no task can run, and no task is sleeping.") {
      try await explore(schedules: 1) { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    },
    Symptom("The body of the simulation did not return within") {
      try await explore(schedules: 1, .stepLimit(100)) { _ in
        while !Task.isCancelled { await Task.yield() }
      }
    },
    Symptom("Code outside the simulation resumed one of its tasks") {
      try await simulate(.fifo, .outsideWork(upTo: .seconds(60))) { await wait(in: $0) }
      try await explore(schedules: 1, .outsideWork(upTo: .seconds(60))) { await wait(in: $0) }
    },
    Symptom("The same schedule gave two different runs") {
      try await explore(schedules: 1) { _ in
        // With 64 random choices, it is practically impossible that two runs are equal.
        for _ in 0..<64 { if Bool.random() { await Task.yield() } else { await Task {}.value } }
      }
    },
    Symptom("A schedule failed, but") {
      let runs = Counter()
      try await explore(schedules: 1) { _ in
        if await runs.increment() == 3 { reportIssue("It went wrong.") }
      }
    },
    Symptom("The exhaustive search ended before it had tried every schedule") {
      try await explore(.exhaustive(limit: 1)) { _ in
        let counter = Counter()
        async let first = counter.increment()
        async let second = counter.increment()
        _ = await (first, second)
      }
    },
  ]

  @Test(arguments: symptoms)
  func `a problem is reported as the article describes`(symptom: Symptom) async throws {
    try await withExpectedIssues(count: 1) {
      $0.message.contains(symptom.words)
    } operation: {
      try await symptom.run()
    }

    #expect(try Article.controls.flattened().contains(symptom.words))
  }

  /// Waits until a thread outside the simulation finishes a stream.
  private static func wait(in simulation: Simulation) async {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let waiting = Task { for await _ in ends {} }
    await simulation.settle()
    onThread { end.finish() }
    await waiting.value
  }

  private static func onThread(_ work: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      work()
      isDone.signal()
    }
    isDone.wait()
  }
}

private actor Counter {
  private var count = 0

  func increment() -> Int {
    count += 1
    return count
  }
}
