import Dependence
import DependenceTesting
import Testing

private enum NumberKey: DependencyKey {
  static var liveValue: Int { 1 }
  static var testValue: Int { 2 }
}
private enum LiveOnlyKey: DependencyKey {
  static var liveValue: Int { 1 }
}
private enum SumKey: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int {
    @Dependency(NumberKey.self) var number
    return number + 100
  }
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

struct SmokeTests {
  @Dependency(\.number) var number
  @Dependency(SumKey.self) var sum

  @Test func basics() async {
    #expect(number == 2)
    withDependencies {
      $0.number = 5
    } operation: {
      #expect(number == 5)
      #expect(sum == 105)
    }
    #expect(sum == 102)
    await withDependencies {
      $0.number = 6
    } operation: {
      await Task {
        #expect(number == 6)
        #expect(sum == 106)
      }.value
    }
  }

  @Test func liveOnly() {
    @Dependency(LiveOnlyKey.self) var live
    withKnownIssue {
      _ = live
    } matching: {
      "\($0)".contains("LiveOnlyKey")
    }
    _ = live
  }

  @Test(.dependencies { $0.number = 9 }) func trait() async {
    #expect(number == 9)
    let c = captureDependencies()
    await Task.detached {
      let n = number
      #expect(n == 2)
      c.yield { #expect(number == 9) }
    }.value
  }
}
