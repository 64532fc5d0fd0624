import Dependence
@testable import DependenceSimulation
import Testing

/// A concurrency bug, together with the same code without the bug.
struct Bug: Sendable, CustomTestStringConvertible {
  let name: String
  /// Runs the code and returns whether the result is correct. A deadlock or an error also counts as
  /// a failure.
  let run: @Sendable (_ isFixed: Bool) async throws -> Bool

  init(_ name: String, _ run: @escaping @Sendable (_ isFixed: Bool) async throws -> Bool) {
    self.name = name
    self.run = run
  }

  var testDescription: String { name }

  static let all = updates + orders + waits + times + cancellations + resources
}

extension Bug {
  /// Runs the code with one schedule. Returns whether the run fails, and the record of the run.
  func fails(
    _ schedule: Schedule,
    isFixed: Bool = false
  ) async -> (hasFailed: Bool, record: RunRecord) {
    var options = SimulationOptions([.mainActor(.virtual), .leftoverTasks])
    options.stepLimit = 5_000
    let outcome = await SimulatedRun(schedule, options) { [run] _ in try await run(isFixed) }
    let isRight = outcome.ending == .returned && (try? outcome.result?.get()) == true
    return (!isRight, outcome.record)
  }
}

/// A value that tasks share. Other tasks may run between two accesses.
final class Shared<Value: Sendable>: Sendable {
  private let lock: Lock<Value>

  init(_ value: Value) { lock = Lock(value) }

  var value: Value {
    get { lock.withLock { $0 } }
    set { lock.withLock { $0 = newValue } }
  }

  func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&$0) }
  }
}

/// Yields `times` times, so that other tasks can run.
func pause(_ times: Int = 1) async {
  for _ in 0..<times { await Task.yield() }
}

/// Runs all operations concurrently and waits for them to end.
func together(_ operations: (@Sendable @concurrent () async -> Void)...) async {
  await withTaskGroup(of: Void.self) { group in
    for operation in operations { group.addTask { await operation() } }
  }
}
