import BenchmarkKit
import Dependence

/// The cost of entering a scope with one override, and of leaving it.
func scopes(_ place: Place) -> [Benchmark] {
  let group = "enter and leave"
  return [0, 100, 1_000].flatMap { count in
    [
      Benchmark(group, "\(count) active", floor: Floors.binding) { run in
        let sum = place.enter {
          Fillers.nested(count) {
            run.check(enter { Dependency(Entered.self).wrappedValue } == 2, "the override is seen")
            return run.measureWarm { total($0) { enter { 2 } } }
          }
        }
        run.check(sum, isEach: 2)
      },
      Benchmark(group, "\(count) active, async", floor: Floors.asyncBinding) { run in
        let sum = await place.enter {
          await Fillers.nested(count) {
            await run.measure { await total($0) { await enter { await two() } } }
          }
        }
        run.check(sum, isEach: 2)
      },
    ]
  } + [
    Benchmark(group, "with one read", floor: Floors.binding) { run in
      let reader = EnteredReader()
      let sum = place.enter {
        run.measureWarm { total($0) { enter { reader.value } } }
      }
      run.check(sum, isEach: 2)
    },
    Benchmark(group, "with one read, by key path", floor: Floors.binding) { run in
      let reader = EnteredPathReader()
      let sum = place.enter {
        run.measureWarm { total($0) { enter { reader.value } } }
      }
      run.check(sum, isEach: 2)
    },
    // The measured scope is at a depth that is a multiple of eight, where an implementation may
    // create an index for a read.
    Benchmark(group, "1007 active, and one read", floor: Floors.binding) { run in
      _ = Reader()
      let sum = place.enter {
        Fillers.nested(1_000) {
          Fillers.nested(7) {
            run.measureWarm { total($0) { enter { Dependency(Elsewhere.self).wrappedValue } } }
          }
        }
      }
      run.check(sum, isEach: 7)
    },
  ]
}

private func enter(_ operation: () -> Int) -> Int {
  withDependencies {
    $0[Entered.self] = 2
  } operation: {
    operation()
  }
}

private nonisolated(nonsending) func enter(_ operation: () async -> Int) async -> Int {
  await withDependencies {
    $0[Entered.self] = 2
  } operation: {
    await operation()
  }
}

private nonisolated(nonsending) func two() async -> Int { 2 }
