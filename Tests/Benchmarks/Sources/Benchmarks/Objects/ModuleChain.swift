import BenchmarkKit
import Dependence
import DependenceModules

extension Chain {
  /// The last ten nodes of the chain, registered as modules.
  static var tenModules: Dependencies {
    Dependencies {
      Module { Made<N90>(Made<N91>.node) }
      Module { Made<N91>(Made<N92>.node) }
      Module { Made<N92>(Made<N93>.node) }
      Module { Made<N93>(Made<N94>.node) }
      Module { Made<N94>(Made<N95>.node) }
      Module { Made<N95>(Made<N96>.node) }
      Module { Made<N96>(Made<N97>.node) }
      Module { Made<N97>(Made<N98>.node) }
      Module { Made<N98>(Made<N99>.node) }
      Module { Made<N99>() }
    }
  }

  /// The last fifty nodes of the chain, registered as modules.
  static var fiftyModules: Dependencies {
    Dependencies {
      Module { Made<N50>(Made<N51>.node) }
      Module { Made<N51>(Made<N52>.node) }
      Module { Made<N52>(Made<N53>.node) }
      Module { Made<N53>(Made<N54>.node) }
      Module { Made<N54>(Made<N55>.node) }
      Module { Made<N55>(Made<N56>.node) }
      Module { Made<N56>(Made<N57>.node) }
      Module { Made<N57>(Made<N58>.node) }
      Module { Made<N58>(Made<N59>.node) }
      Module { Made<N59>(Made<N60>.node) }
      Module { Made<N60>(Made<N61>.node) }
      Module { Made<N61>(Made<N62>.node) }
      Module { Made<N62>(Made<N63>.node) }
      Module { Made<N63>(Made<N64>.node) }
      Module { Made<N64>(Made<N65>.node) }
      Module { Made<N65>(Made<N66>.node) }
      Module { Made<N66>(Made<N67>.node) }
      Module { Made<N67>(Made<N68>.node) }
      Module { Made<N68>(Made<N69>.node) }
      Module { Made<N69>(Made<N70>.node) }
      Module { Made<N70>(Made<N71>.node) }
      Module { Made<N71>(Made<N72>.node) }
      Module { Made<N72>(Made<N73>.node) }
      Module { Made<N73>(Made<N74>.node) }
      Module { Made<N74>(Made<N75>.node) }
      Module { Made<N75>(Made<N76>.node) }
      Module { Made<N76>(Made<N77>.node) }
      Module { Made<N77>(Made<N78>.node) }
      Module { Made<N78>(Made<N79>.node) }
      Module { Made<N79>(Made<N80>.node) }
      Module { Made<N80>(Made<N81>.node) }
      Module { Made<N81>(Made<N82>.node) }
      Module { Made<N82>(Made<N83>.node) }
      Module { Made<N83>(Made<N84>.node) }
      Module { Made<N84>(Made<N85>.node) }
      Module { Made<N85>(Made<N86>.node) }
      Module { Made<N86>(Made<N87>.node) }
      Module { Made<N87>(Made<N88>.node) }
      Module { Made<N88>(Made<N89>.node) }
      Module { Made<N89>(Made<N90>.node) }
      Module { Made<N90>(Made<N91>.node) }
      Module { Made<N91>(Made<N92>.node) }
      Module { Made<N92>(Made<N93>.node) }
      Module { Made<N93>(Made<N94>.node) }
      Module { Made<N94>(Made<N95>.node) }
      Module { Made<N95>(Made<N96>.node) }
      Module { Made<N96>(Made<N97>.node) }
      Module { Made<N97>(Made<N98>.node) }
      Module { Made<N98>(Made<N99>.node) }
      Module { Made<N99>() }
    }
  }

  /// Registers the last fifty nodes of the chain in a plain dictionary of closures.
  static func fillFactories(_ factories: inout Factories) {
    factories.register { Made<N50>($0.resolve(Made<N51>.self).made) }
    factories.register { Made<N51>($0.resolve(Made<N52>.self).made) }
    factories.register { Made<N52>($0.resolve(Made<N53>.self).made) }
    factories.register { Made<N53>($0.resolve(Made<N54>.self).made) }
    factories.register { Made<N54>($0.resolve(Made<N55>.self).made) }
    factories.register { Made<N55>($0.resolve(Made<N56>.self).made) }
    factories.register { Made<N56>($0.resolve(Made<N57>.self).made) }
    factories.register { Made<N57>($0.resolve(Made<N58>.self).made) }
    factories.register { Made<N58>($0.resolve(Made<N59>.self).made) }
    factories.register { Made<N59>($0.resolve(Made<N60>.self).made) }
    factories.register { Made<N60>($0.resolve(Made<N61>.self).made) }
    factories.register { Made<N61>($0.resolve(Made<N62>.self).made) }
    factories.register { Made<N62>($0.resolve(Made<N63>.self).made) }
    factories.register { Made<N63>($0.resolve(Made<N64>.self).made) }
    factories.register { Made<N64>($0.resolve(Made<N65>.self).made) }
    factories.register { Made<N65>($0.resolve(Made<N66>.self).made) }
    factories.register { Made<N66>($0.resolve(Made<N67>.self).made) }
    factories.register { Made<N67>($0.resolve(Made<N68>.self).made) }
    factories.register { Made<N68>($0.resolve(Made<N69>.self).made) }
    factories.register { Made<N69>($0.resolve(Made<N70>.self).made) }
    factories.register { Made<N70>($0.resolve(Made<N71>.self).made) }
    factories.register { Made<N71>($0.resolve(Made<N72>.self).made) }
    factories.register { Made<N72>($0.resolve(Made<N73>.self).made) }
    factories.register { Made<N73>($0.resolve(Made<N74>.self).made) }
    factories.register { Made<N74>($0.resolve(Made<N75>.self).made) }
    factories.register { Made<N75>($0.resolve(Made<N76>.self).made) }
    factories.register { Made<N76>($0.resolve(Made<N77>.self).made) }
    factories.register { Made<N77>($0.resolve(Made<N78>.self).made) }
    factories.register { Made<N78>($0.resolve(Made<N79>.self).made) }
    factories.register { Made<N79>($0.resolve(Made<N80>.self).made) }
    factories.register { Made<N80>($0.resolve(Made<N81>.self).made) }
    factories.register { Made<N81>($0.resolve(Made<N82>.self).made) }
    factories.register { Made<N82>($0.resolve(Made<N83>.self).made) }
    factories.register { Made<N83>($0.resolve(Made<N84>.self).made) }
    factories.register { Made<N84>($0.resolve(Made<N85>.self).made) }
    factories.register { Made<N85>($0.resolve(Made<N86>.self).made) }
    factories.register { Made<N86>($0.resolve(Made<N87>.self).made) }
    factories.register { Made<N87>($0.resolve(Made<N88>.self).made) }
    factories.register { Made<N88>($0.resolve(Made<N89>.self).made) }
    factories.register { Made<N89>($0.resolve(Made<N90>.self).made) }
    factories.register { Made<N90>($0.resolve(Made<N91>.self).made) }
    factories.register { Made<N91>($0.resolve(Made<N92>.self).made) }
    factories.register { Made<N92>($0.resolve(Made<N93>.self).made) }
    factories.register { Made<N93>($0.resolve(Made<N94>.self).made) }
    factories.register { Made<N94>($0.resolve(Made<N95>.self).made) }
    factories.register { Made<N95>($0.resolve(Made<N96>.self).made) }
    factories.register { Made<N96>($0.resolve(Made<N97>.self).made) }
    factories.register { Made<N97>($0.resolve(Made<N98>.self).made) }
    factories.register { Made<N98>($0.resolve(Made<N99>.self).made) }
    factories.register { _ in Made<N99>() }
  }
}

/// A minimal dependency container. It stores a closure for each registered type, and an object for
/// each type that was resolved.
///
/// The container has no lock, no scopes and no cycle detection. Other containers are compared with
/// it.
struct Factories {
  private var closures: [ObjectIdentifier: (inout Factories) -> Any] = [:]
  private var objects: [ObjectIdentifier: Any] = [:]

  mutating func register<Value>(_ make: @escaping (inout Factories) -> Value) {
    closures[ObjectIdentifier(Value.self)] = make
  }

  mutating func resolve<Value>(_ type: Value.Type) -> Value {
    let id = ObjectIdentifier(type)
    if let known = objects[id] { return known as! Value }
    let made = closures[id]!(&self)
    objects[id] = made
    return made as! Value
  }
}

/// Benchmarks of chains of default values and of chains of modules.
func chains() -> [Benchmark] {
  let group = "chains"
  let ten = "10 keys, cold", tenModules = "10 modules, registered and resolved"
  let factories = "a dictionary of 50 closures, registered and resolved"
  return [
    Benchmark(group, factories) { run in
      let sum = run.measureWarm { count in
        total(count) {
          var factories = Factories()
          Chain.fillFactories(&factories)
          return factories.resolve(Made<Chain.N50>.self).made.count
        }
      }
      run.check(sum, isEach: 50)
    },
    Benchmark(group, "an uncached default", floor: Floors.binding, operations: 50) { run in
      run.check(run.measureWarm { total($0) { countInColdRoot(Chain.N50.self) } }, isEach: 50)
    },
    Benchmark(group, ten) { run in
      run.check(run.measureWarm { total($0) { countInColdRoot(Chain.N90.self) } }, isEach: 10)
    },
    Benchmark(group, "99 keys, cold", floor: "\(group): \(ten)") { run in
      run.check(run.measureWarm { total($0) { countInColdRoot(Chain.N1.self) } }, isEach: 99)
    },
    Benchmark(group, tenModules) { run in
      run.check(
        run.measureWarm { total($0) { count(of: Chain.tenModules, Chain.N90.self) } },
        isEach: 10
      )
    },
    Benchmark(group, "50 modules, beside 10", floor: "\(group): \(tenModules)") { run in
      run.check(
        run.measureWarm { total($0) { count(of: Chain.fiftyModules, Chain.N50.self) } },
        isEach: 50
      )
    },
    Benchmark(group, "50 modules, beside a dictionary", floor: "\(group): \(factories)") { run in
      run.check(
        run.measureWarm { total($0) { count(of: Chain.fiftyModules, Chain.N50.self) } },
        isEach: 50
      )
    },
    Benchmark(group, "50 modules of a scope, beside a dictionary", floor: "\(group): \(factories)")
    {
      run in
      let sum = run.measureWarm { count in
        total(count) {
          Frame.bind(RootFrame(DependencyRoot(owner: CaseOwner()))) {
            withDependencies(Chain.fiftyModules) { Made<Chain.N50>.node.count }
          }
        }
      }
      run.check(sum, isEach: 50)
    },
  ]
}

private func count<Key: NodeKey>(of modules: Dependencies, _ key: Key.Type) -> Int {
  Frame.bind(RootFrame(DependencyRoot(owner: CaseOwner()))) {
    modules.build()
    return Made<Key>.node.count
  }
}
