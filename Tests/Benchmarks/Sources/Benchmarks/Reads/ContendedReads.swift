import BenchmarkKit
import Dependence

/// The cost of contention: the processor time of each read if a second task reads the same key. The
/// time stays the same if the reads share no mutable state.
func contendedReads(_ place: Place) -> [Benchmark] {
  let group = "contention"
  return [
    Benchmark(group, "one task, default") { run in
      let reader = Reader()
      let sum = await place.enter {
        _ = reader.elsewhere
        return await run.measure { count in await inOneTask { total(count) { reader.elsewhere } } }
      }
      run.check(sum, isEach: 7)
    },
    Benchmark(group, "two tasks, default", floor: "\(group): one task, default", operations: 2) {
      run in
      let reader = Reader()
      let sum = await place.enter {
        // Compute the default value before the measurement, because this allocates memory.
        _ = reader.elsewhere
        return await run.measure { count in await inTwoTasks { total(count) { reader.elsewhere } } }
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
    Benchmark(group, "one task, overridden, declared by the macro") { run in
      let reader = Reader()
      let sum = await place.enter {
        await withDependencies {
          $0.overridden = 8
        } operation: {
          await run.measure { count in await inOneTask { total(count) { reader.overriddenEntry } } }
        }
      }
      run.check(sum, isEach: 8)
    },
    Benchmark(
      group,
      "two tasks, overridden, declared by the macro",
      floor: "\(group): one task, overridden, declared by the macro",
      operations: 2
    ) { run in
      let reader = Reader()
      let sum = await place.enter {
        await withDependencies {
          $0.overridden = 8
        } operation: {
          await run.measure { count in await inTwoTasks { total(count) { reader.overriddenEntry } }
          }
        }
      }
      run.check(sum, isEach: 16)
    },
    Benchmark(group, "one task, overridden, by key path") { run in
      let reader = Reader()
      let sum = await place.enter {
        await withDependencies {
          $0.overridden = 8
        } operation: {
          await run.measure { count in
            await inOneTask { total(count) { reader.overriddenByKeyPath } }
          }
        }
      }
      run.check(sum, isEach: 8)
    },
    Benchmark(
      group,
      "two tasks, overridden, by key path",
      floor: "\(group): one task, overridden, by key path",
      operations: 2
    ) { run in
      let reader = Reader()
      let sum = await place.enter {
        await withDependencies {
          $0.overridden = 8
        } operation: {
          await run.measure { count in
            await inTwoTasks { total(count) { reader.overriddenByKeyPath } }
          }
        }
      }
      run.check(sum, isEach: 16)
    },
  ]
}
