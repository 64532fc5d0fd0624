import Dependence
import DependenceTesting
import TestKeys
import Testing

/// A key whose default contains the number and the token that are visible during the computation.
private enum BuiltKey: DependencyKey {
  static var liveValue: Built { Built() }
  static var testValue: Built { Built() }
}

private final class Built: Sendable {
  let number = DependencyValues.current.number
  let token = DependencyValues.current.token
}

private enum PreparedKey: DependencyKey {
  static var liveValue: Int { -1 }
  static var testValue: Int { -1 }
}

private let lazyNumber = Lazy { DependencyValues.current.number }

/// Tests with 2,000 cases that run in parallel. Each case would detect state that another case has
/// left behind.
struct IsolationTests {
  @Dependency(\.number) private var number
  @Dependency(BuiltKey.self) private var built
  @Dependency(PreparedKey.self) private var prepared

  private func check(_ own: Int) async {
    #expect(prepared == -1 || prepared == own)
    await withDependencies {
      $0.number = own
    } operation: {
      // This is the first read of the default in this case, and an override is in effect.
      let first = built
      #expect(first.number == own)
      #expect(lazyNumber() == own)
      await Task.yield()
      #expect(number == own)
      #expect(built === first)
      let scope = captureDependencies()
      let detached = await Task.detached { scope.run { (number, built) } }.value
      #expect(detached.0 == own)
      #expect(detached.1 === first)
    }
    #expect(built.number == 3)
    #expect(built.token === DependencyValues.current.token)
    #expect(lazyNumber() == own)
    #expect(number == 3)
  }

  @Test(.dependencies { _ in }, arguments: 0..<500)
  func `cases with a trait do not affect each other`(own: Int) async {
    await check(own)
  }

  @Test(.dependencies { $0[PreparedKey.self] = -1 }, arguments: 500..<1_000)
  func `cases with a trait that overrides do not affect each other`(own: Int) async {
    await check(own)
  }

  @Test(arguments: 1_000..<1_500)
  func `cases without a trait do not affect each other`(own: Int) async {
    await check(own)
  }

  @Test(.dependencies { _ in }, arguments: 1_500..<2_000)
  func `cases that prepare values do not affect each other`(own: Int) async {
    prepareDependencies { $0[PreparedKey.self] = own }
    #expect(prepared == own)
    await check(own)
  }
}
