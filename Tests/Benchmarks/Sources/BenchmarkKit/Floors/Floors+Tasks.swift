extension Floors {
  /// The cost of `Task.yield()` on the thread pool. This floor is not part of ``all``, because only
  /// the benchmarks of simulations are compared with it.
  package static let yielding = Benchmark(group, "a yield on the pool") { run in
    await run.measure { count in
      for _ in 0..<count { await Task.yield() }
    }
  }

  static var tasks: [Benchmark] {
    [
      Benchmark(group, "a Task and its value") { run in
        let sum = await run.measure { await total($0) { await Task { 1 }.value } }
        run.check(sum, isEach: 1)
      },
      Benchmark(group, "two tasks reading a @TaskLocal Int", operations: 2) { run in
        await FloorScope.$number.withValue(2) {
          let sum = await run.measure { count in
            await inTwoTasks { total(count) { FloorScope.number } }
          }
          run.check(sum, isEach: 4)
        }
      },
      Benchmark(
        group,
        "two tasks reading a key path of a value with an object",
        floor: "\(group): a computed key path of a value with an object",
        operations: 2
      ) { run in
        let values = HoldingValues()
        let path = HoldingValues.path
        let sum = await run.measure { count in
          await inTwoTasks { total(count) { values[keyPath: path] } }
        }
        run.check(sum, isEach: 8)
      },
    ]
  }
}

/// Runs `body` in two concurrent tasks and returns the sum of the results.
package nonisolated(nonsending) func inTwoTasks(_ body: @escaping @Sendable () -> Int) async -> Int
{
  async let first = body()
  async let second = body()
  return await first + second
}

/// Runs `body` in a separate task and returns its result.
package nonisolated(nonsending) func inOneTask(_ body: @escaping @Sendable () -> Int) async -> Int {
  async let only = body()
  return await only
}
