import BenchmarkKit
import Dependence

/// The costs of the dependency root of a test, and the memory that remains in use after the root is
/// closed.
func roots() -> [Benchmark] {
  let group = "roots"
  return [
    Benchmark(group, "made, read from and dropped", floor: Floors.binding) { run in
      run.check(run.measure { total($0) { useRoot() } }, isEach: 15)
    },
    Benchmark(group, bytesOf: "a root") { meter in
      meter.map { bytes(of: 1_000, $0) { RootFrame(DependencyRoot(owner: CaseOwner())) } }
    },
    Benchmark(group, bytesOf: "a root, read from") { meter in
      meter.map { meter in
        bytes(of: 1_000, meter) {
          let frame = RootFrame(DependencyRoot(owner: CaseOwner()))
          Frame.bind(frame) { precondition(Dependency(Untouched.self).wrappedValue == 7) }
          return frame
        }
      }
    },
    Benchmark(group, bytesOf: "what 100000 roots leave behind") { meter in
      for _ in 0..<1_000 { useRoot() }
      return meter.map { Double($0.bytes { for _ in 0..<100_000 { useRoot() } }) }
    },
  ]
}

/// Performs the work of a test with one override and two reads.
@discardableResult
private func useRoot() -> Int {
  let root = DependencyRoot(owner: CaseOwner())
  defer { root.close() }
  return Frame.bind(RootFrame(root)) {
    withDependencies {
      $0.overridden = 8
    } operation: {
      Dependency(Overridden.self).wrappedValue + Dependency(Untouched.self).wrappedValue
    }
  }
}

private func bytes(
  of count: Int,
  _ meter: AllocationMeter,
  each make: () -> RootFrame
) -> Double {
  var kept: [RootFrame] = []
  kept.reserveCapacity(count)
  kept.append(make())
  let bytes = meter.bytes {
    for _ in 1..<count { kept.append(make()) }
  }
  return withExtendedLifetime(kept) { Double(bytes) / Double(count - 1) }
}
