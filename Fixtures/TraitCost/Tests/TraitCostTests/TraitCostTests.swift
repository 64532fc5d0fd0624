import DependenceTesting
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The number of cases of each test. The default is 5,000.
private let count = getenv("TRAIT_COST_CASES").flatMap { Int(String(cString: $0)) } ?? 5_000

// Two tests that differ only in the trait. `CI/bench-parts/trait` runs each of them in a separate
// process, so that the difference between the processes is the cost of the trait.

@Test(arguments: 0..<count) func bare(number: Int) {
  #expect(MemoryInUse.isPrintedAtExit)
}

@Test(.dependencies { _ in }, arguments: 0..<count) func scoped(number: Int) {
  #expect(MemoryInUse.isPrintedAtExit)
}
