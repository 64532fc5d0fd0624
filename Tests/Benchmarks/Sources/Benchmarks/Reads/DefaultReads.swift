import BenchmarkKit

/// The cost of reading a key that no active scope overrides.
func defaultReads(_ place: Place) -> [Benchmark] {
  let group = "default"
  return [
    Benchmark(group, "never overridden", floor: Floors.taskLocal) { run in
      let reader = Reader()
      run.check(place.enter { run.measureWarm { total($0) { reader.untouched } } }, isEach: 7)
    },
    Benchmark(group, "overridden elsewhere", floor: Floors.taskLocal) { run in
      let reader = Reader()
      run.check(place.enter { run.measureWarm { total($0) { reader.elsewhere } } }, isEach: 7)
    },
    Benchmark(group, "never overridden, by key path", floor: Floors.keyPath) { run in
      let reader = Reader()
      run.check(
        place.enter { run.measureWarm { total($0) { reader.untouchedByKeyPath } } },
        isEach: 7
      )
    },
    Benchmark(group, "never overridden, declared by the macro", floor: Floors.keyPath) { run in
      let reader = Reader()
      run.check(place.enter { run.measureWarm { total($0) { reader.untouchedEntry } } }, isEach: 7)
    },
  ]
    + [100, 1_000].flatMap { count in
      [
        Benchmark(group, "never overridden, \(count) others are", floor: Floors.taskLocal) { run in
          let reader = Reader()
          let sum = place.enter {
            Fillers.nested(count) { run.measureWarm { total($0) { reader.untouched } } }
          }
          run.check(sum, isEach: 7)
        },
        Benchmark(group, "overridden elsewhere, \(count) others are", floor: Floors.taskLocal) {
          run in
          let reader = Reader()
          let sum = place.enter {
            Fillers.nested(count) { run.measureWarm { total($0) { reader.elsewhere } } }
          }
          run.check(sum, isEach: 7)
        },
      ]
    }
}
