import BenchmarkKit
import Dependence

/// The cost that scopes add to a task that is created below them, compared with the same number of
/// bindings of a task-local value.
func tasks(_ place: Place) -> [Benchmark] {
  let group = "a Task and its value"
  return [1, 10, 100].flatMap { count in
    let floor = "below \(count) bindings"
    return [
      Benchmark(group, floor) { run in
        let sum = await FloorScope.below(count) {
          await run.measure { await total($0) { await Task { 1 }.value } }
        }
        run.check(sum, isEach: 1)
      },
      Benchmark(group, "below \(count) scopes", floor: "\(group): \(floor)") { run in
        let sum = await place.enter {
          await Fillers.nested(count) {
            await run.measure { await total($0) { await Task { 1 }.value } }
          }
        }
        run.check(sum, isEach: 1)
      },
    ]
  }
}
