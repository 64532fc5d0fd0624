import BenchmarkKit
import Dependence

/// The cost of reading a key that an outer or inner scope overrides.
func overriddenReads(_ place: Place) -> [Benchmark] {
  let group = "overridden"
  return [1, 10, 100, 1_000].map { count in
    Benchmark(group, "the outermost of \(count)", floor: Floors.taskLocal) { run in
      let reader = Reader()
      let sum = place.enter {
        overriding {
          Fillers.nested(count - 1) { run.measureWarm { total($0) { reader.overridden } } }
        }
      }
      run.check(sum, isEach: 8)
    }
  }
    + [1, 1_000].map { count in
      Benchmark(group, "the outermost of \(count), declared by the macro", floor: Floors.keyPath) {
        run in
        let reader = Reader()
        let sum = place.enter {
          overriding {
            Fillers.nested(count - 1) { run.measureWarm { total($0) { reader.overriddenEntry } } }
          }
        }
        run.check(sum, isEach: 8)
      }
    } + [
      Benchmark(group, "the innermost of 1000", floor: Floors.taskLocal) { run in
        let reader = Reader()
        let sum = place.enter {
          Fillers.nested(999) { overriding { run.measureWarm { total($0) { reader.overridden } } } }
        }
        run.check(sum, isEach: 8)
      },
      Benchmark(group, "below one scope of 999", floor: Floors.taskLocal) { run in
        let reader = Reader()
        let sum = place.enter {
          overriding {
            Fillers.together(999) { run.measureWarm { total($0) { reader.overridden } } }
          }
        }
        run.check(sum, isEach: 8)
      },
      Benchmark(group, "the only one, by key path", floor: Floors.keyPath) { run in
        let reader = Reader()
        let sum = place.enter {
          overriding { run.measureWarm { total($0) { reader.overriddenByKeyPath } } }
        }
        run.check(sum, isEach: 8)
      },
    ]
}

private func overriding<Result>(_ operation: () -> Result) -> Result {
  withDependencies {
    $0.overridden = 8
  } operation: {
    operation()
  }
}
