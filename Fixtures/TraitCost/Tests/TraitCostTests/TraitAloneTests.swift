import DependenceTesting
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A measurement of the trait for one test case, without the test runner, whose own time varies
/// more than the trait's time.
struct TraitAloneTests {
  @TaskLocal private static var object: Object?

  @Test func alone() async throws {
    let test = try #require(Test.current)
    let trait: any TestScoping = DependencyTrait.dependencies { _ in }
    var costs: [Int] = []
    var floors: [Int] = []

    for _ in 0..<9 {
      costs += [
        try await nanoseconds {
          try await trait.provideScope(for: test, testCase: Test.Case.current) {}
        }
      ]
      floors += [
        try await nanoseconds { await Self.$object.withValue(Object()) { await nothing() } }
      ]
    }

    print("alone: \(costs.sorted()[4]) \(floors.sorted()[4])")
  }

  private final class Object: Sendable {}

  private func nothing() async {}

  /// Returns the processor time of one call of `operation`, averaged over 5,000 calls.
  private func nanoseconds(of operation: () async throws -> Void) async throws -> Int {
    let start = clock()
    for _ in 0..<5_000 { try await operation() }
    return (clock() - start) * 1_000_000_000 / Int(CLOCKS_PER_SEC) / 5_000
  }
}
