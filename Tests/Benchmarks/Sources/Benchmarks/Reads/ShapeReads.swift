import BenchmarkKit
import Dependence

/// The cost of reading values of larger types, compared with a task-local value of the same type.
func shapeReads(_ place: Place) -> [Benchmark] {
  shape("an Optional", OptionalShape.self, place)
    + shape("a closure", ClosureShape.self, place)
    + shape("a witness of five closures", WitnessShape.self, place)
    + shape("a large struct", LargeShape.self, place)
    + shape("an existential", ExistentialShape.self, place)
    + shape("an object", ClassShape.self, place)
}

private func shape<Key: ShapeKey>(
  _ name: String,
  _ key: Key.Type,
  _ place: Place
) -> [Benchmark] {
  let group = "values of every shape"
  let floor = "\(name), task-local"
  return [
    Benchmark(group, floor) { run in
      let sum = Key.local.withValue(Held(value: Key.value(6))) {
        run.measureWarm { total($0) { Key.number(in: Key.local.get().value) } }
      }
      run.check(sum, isEach: 6)
    },
    Benchmark(group, "\(name), default", floor: "\(group): \(floor)") { run in
      let reader = Dependency(key)
      let sum = place.enter {
        run.measureWarm { total($0) { Key.number(in: reader.wrappedValue) } }
      }
      run.check(sum, isEach: 7)
    },
    Benchmark(group, "\(name), overridden", floor: "\(group): \(floor)") { run in
      let reader = Dependency(key)
      let sum = place.enter {
        withDependencies {
          $0[key] = Key.value(8)
        } operation: {
          run.measureWarm { total($0) { Key.number(in: reader.wrappedValue) } }
        }
      }
      run.check(sum, isEach: 8)
    },
  ]
}
