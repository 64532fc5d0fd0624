import BenchmarkKit
import Dependence
import DependenceModules

/// The costs of creating an object and reading its five dependencies once, and of creating fifty
/// objects that depend on each other. The last row is the size of a property wrapper.
func objects(_ place: Place) -> [Benchmark] {
  let group = "objects"
  return [
    Benchmark(group, "five dependencies by key", floor: Floors.taskLocal) { run in
      run.check(place.enter { run.measureWarm { total($0) { ObjectOfFive().sum } } }, isEach: 35)
    },
    Benchmark(group, "five dependencies by key, one overridden", floor: Floors.taskLocal) { run in
      let sum = place.enter {
        withDependencies {
          $0.overridden = 8
        } operation: {
          run.measureWarm { total($0) { ObjectOfFive().sum } }
        }
      }
      run.check(sum, isEach: 35)
    },
    Benchmark(group, "five dependencies by key, on the heap", floor: Floors.taskLocal) { run in
      run.check(
        place.enter { run.measureWarm { total($0) { ObjectOfFive.make().sum } } },
        isEach: 35
      )
    },
    Benchmark(group, "five dependencies by key path", floor: Floors.keyPath) { run in
      let sum = place.enter { run.measureWarm { total($0) { ObjectOfFiveKeyPaths().sum } } }
      run.check(sum, isEach: 35)
    },
    Benchmark(group, "a chain of 50, cold", floor: Floors.fiftyMade) { run in
      run.check(run.measureWarm { total($0) { countInColdRoot(Chain.N50.self) } }, isEach: 50)
    },
    Benchmark(group, "a graph of 50, cold", floor: Floors.fiftyMade) { run in
      run.check(run.measureWarm { total($0) { countInColdRoot(Graph.N1.self) } }, isEach: 50)
    },
    Benchmark(group, "50 modules, registered and resolved", floor: Floors.fiftyMade) { run in
      run.check(run.measureWarm { total($0) { countOfModules() } }, isEach: 50)
    },
    Benchmark(group, bytesOf: "a wrapper") { _ in
      Double(MemoryLayout<Dependency<Witness>>.size)
    },
  ]
}

/// Reads `key` in a new dependency root, where no value is cached, and returns the number of
/// objects that are created.
func countInColdRoot<Key: NodeKey>(_ key: Key.Type) -> Int {
  Frame.bind(RootFrame(DependencyRoot(owner: CaseOwner()))) {
    Dependency(key).wrappedValue.count
  }
}

/// Registers the modules of the graph in a new dependency root, resolves the first node, and
/// returns the number of objects that are created.
private func countOfModules() -> Int {
  Frame.bind(RootFrame(DependencyRoot(owner: CaseOwner()))) {
    Graph.modules.build()
    return Made<Graph.N1>.node.count
  }
}
