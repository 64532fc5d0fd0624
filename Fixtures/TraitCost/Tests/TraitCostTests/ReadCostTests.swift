import Dependence
import DependenceTesting
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Measurements of a read in a test with a trait and in a test without one.
@Suite(.serialized) struct ReadCostTests {
  @Dependency(\.number) private var number

  @Test func readWithoutTrait() { print("without: \(nanoseconds())") }

  @Test(.dependencies { $0.other = 1 }) func readWithTrait() { print("with: \(nanoseconds())") }

  /// Returns the processor time of one read. The minimum of nine rounds is the best estimate,
  /// because other work only adds to the time.
  private func nanoseconds() -> Int {
    let rounds = (0..<9).map { _ in
      let start = clock()
      for _ in 0..<50_000 { precondition(number == 7) }
      return Int(clock() - start) * 1_000_000_000 / Int(CLOCKS_PER_SEC) / 50_000
    }
    return rounds.min() ?? 0
  }
}

private enum NumberKey: DependencyKey {
  static var liveValue: Int { 7 }
  static var testValue: Int { 7 }
}

private enum OtherKey: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
}
