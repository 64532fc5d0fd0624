import DependenceTesting
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The number of cases of each test; 5,000 by default.
private let count = getenv("TRAIT_COST_CASES").flatMap { Int(String(cString: $0)) } ?? 5_000

// Two tests that differ in nothing but the trait: what processes that run one of them each take is
// what the trait costs.

@Test(arguments: 0..<count) func bare(number: Int) {
  #expect(MemoryInUse.isPrintedAtExit)
}

@Test(.dependencies { _ in }, arguments: 0..<count) func scoped(number: Int) {
  #expect(MemoryInUse.isPrintedAtExit)
}
