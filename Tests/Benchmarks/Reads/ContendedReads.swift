import BenchmarkKit
import Dependence

/// What a second task that reads the same takes from the first: processor time for each read, which
/// stays what it was where nothing is shared.
func contendedReads(_ place: Place) -> [Benchmark] {
  let group = "contention"
  return [
    Benchmark(group, "one task, default") { run in
      let reader = Reader()
      let sum = await place.enter {
        await run.measure { count in await inOneTask { total(count) { reader.elsewhere } } }
      }
      run.check(sum, isEach: 7)
    },
    Benchmark(group, "two tasks, default", floor: "\(group): one task, default", operations: 2) {
      run in
      let reader = Reader()
      let sum = await place.enter {
        await run.measure { count in await inTwoTasks { total(count) { reader.elsewhere } } }
      }
      run.check(sum, isEach: 14)
    },
    Benchmark(group, "one task, overridden") { run in
      let reader = Reader()
      let sum = await place.enter {
        await withDependencies {
          $0.overridden = 8
        } operation: {
          await run.measure { count in await inOneTask { total(count) { reader.overridden } } }
        }
      }
      run.check(sum, isEach: 8)
    },
    Benchmark(
      group,
      "two tasks, overridden",
      floor: "\(group): one task, overridden",
      operations: 2
    ) { run in
      let reader = Reader()
      let sum = await place.enter {
        await withDependencies {
          $0.overridden = 8
        } operation: {
          await run.measure { count in await inTwoTasks { total(count) { reader.overridden } } }
        }
      }
      run.check(sum, isEach: 16)
    },
  ]
}
