import Dependence
import Synchronization

extension Floors {
  static var reads: [Benchmark] {
    [
      Benchmark(group, "an empty loop") { run in
        run.check(run.measure { total($0) { 1 } }, isEach: 1)
      },
      Benchmark(group, "a relaxed atomic") { run in
        let counter = AtomicNumber()
        run.check(run.measure { total($0) { counter.value } }, isEach: 3)
      },
      Benchmark(group, "a @TaskLocal Int") { run in
        let sum = FloorScope.$number.withValue(2) {
          run.measure { total($0) { FloorScope.number } }
        }
        run.check(sum, isEach: 2)
      },
      Benchmark(group, "a @TaskLocal Int below 100 other bindings") { run in
        let sum = FloorScope.$number.withValue(2) {
          FloorScope.below(100) { run.measure { total($0) { FloorScope.number } } }
        }
        run.check(sum, isEach: 2)
      },
      Benchmark(group, "a @TaskLocal object") { run in
        let sum = FloorScope.$object.withValue(FloorObject(2)) {
          run.measure { total($0) { FloorScope.object?.number ?? 0 } }
        }
        run.check(sum, isEach: 2)
      },
      Benchmark(group, "a computed key path") { run in
        let values = ComputedValues()
        let path = ComputedValues.path
        run.check(run.measure { total($0) { values[keyPath: path] } }, isEach: 4)
      },
      Benchmark(group, "a computed key path of a value with an object") { run in
        let values = HoldingValues()
        let path = HoldingValues.path
        run.check(run.measure { total($0) { values[keyPath: path] } }, isEach: 4)
      },
      Benchmark(group, "a cast from any Sendable") { run in
        let any = Opaque.number
        run.check(run.measure { total($0) { any as? Int ?? 0 } }, isEach: 5)
      },
      Benchmark(group, "a lock and a dictionary of 100") { run in
        let table = Mutex(Opaque.table)
        let key = ObjectIdentifier(Opaque.self)
        run.check(run.measure { total($0) { table.withLock { $0[key] ?? 0 } } }, isEach: 6)
      },
    ]
  }
}

private final class AtomicNumber: Sendable {
  private let number = Atomic(3)
  var value: Int { number.load(ordering: .relaxed) }
}

private struct ComputedValues {
  private var number = 4
  private var computed: Int { number }

  // The key path is chosen at run time, so that the optimizer cannot replace the read with a direct
  // access.
  static var path: KeyPath<ComputedValues, Int> {
    CommandLine.arguments.isEmpty ? \.number : \.computed
  }
}

/// A struct that holds an object, as `DependencyValues` holds a scope. A read by key path retains
/// the object.
struct HoldingValues {
  private let object = FloorObject(4)
  private var number: Int { object.number }
  private var computed: Int { object.number }

  static var path: any KeyPath<HoldingValues, Int> & Sendable {
    CommandLine.arguments.isEmpty ? \.number : \.computed
  }
}

private enum Opaque {
  static var number: any Sendable { CommandLine.arguments.isEmpty ? "" : 5 }

  static var table: [ObjectIdentifier: Int] {
    let others = (0..<99).map { FloorObject($0) }
    var table = Dictionary(uniqueKeysWithValues: others.map { (ObjectIdentifier($0), $0.number) })
    table[ObjectIdentifier(Self.self)] = 6
    return table
  }
}
