import BenchmarkKit
import Dependence

/// What scopes add to a task that is made below them.
func tasks(_ place: Place) -> [Benchmark] {
  [1, 10, 100].map { count in
    Benchmark("a Task and its value", "below \(count) scopes", floor: Floors.task) { run in
      let sum = await place.enter {
        await Fillers.nested(count) {
          await run.measure { await total($0) { await Task { 1 }.value } }
        }
      }
      run.check(sum, isEach: 1)
    }
  }
}
