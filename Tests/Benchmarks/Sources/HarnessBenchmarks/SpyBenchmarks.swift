import BenchmarkKit
import DependenceTesting

/// The cost that a spy adds to a synchronous call with one argument and to an asynchronous call
/// with twelve arguments.
func spies() -> [Benchmark] {
  let group = "spies"
  return [
    Benchmark(group, "a call of one argument", floor: Floors.binding) { run in
      let spy = Spy<Int, Int>("one", allowsUnfinishedCalls: true)
      let spied: @Sendable (Int) -> Int = spy.wrap { $0 + 1 }
      run.check(run.measure { total($0) { spied(1) } }, isEach: 2)
      run.check(spy.calls.count == run.iterations, "every call should be recorded")
    },
    Benchmark(group, "an async call of twelve arguments", floor: Floors.asyncBinding) { run in
      let spy = Spy<Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int>(
        "twelve",
        allowsUnfinishedCalls: true
      )
      let spied: Wide = spy.wrap { a, b, c, d, e, f, g, h, i, j, k, l in
        a + b + c + d + e + f + g + h + i + j + k + l
      }
      let sum = await run.measure { count in
        await total(count) { (try? await spied(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)) ?? 0 }
      }
      run.check(sum, isEach: 12)
      run.check(spy.calls.count == run.iterations, "every call should be recorded")
    },
  ]
}

private typealias Wide =
  @Sendable @concurrent (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) async throws
  -> Int
