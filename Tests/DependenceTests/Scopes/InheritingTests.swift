@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

/// Tests of the dependency values that views inherit. The views themselves can be tested only on
/// Apple platforms.
struct InheritingTests {
  @Test func `inheriting starts from the outer values and does not change them`() {
    let outer = DependencyValues().inheriting { $0.number = 10 }
    let inner = outer.inheriting { $0.text = "inner \($0.number)" }

    #expect([outer.number, inner.number] == [10, 10])
    #expect([outer.text, inner.text] == ["test", "inner 10"])
  }

  @Test func `inheriting without an assignment results in no overrides`() {
    #expect(DependencyValues().inheriting { _ in }.isEmpty)
    #expect(!DependencyValues().inheriting { $0.number = 10 }.isEmpty)
  }

  @Test func `inherited values do not include task-local overrides`() {
    let values = withDependencies {
      $0.number = 10
    } operation: {
      DependencyValues().inheriting { $0.text = "inner" }
    }

    #expect(values.number == 3)
  }

  @Test func `modifying a default in place is not reported as a read`() {
    // The key has no test value. If the assignment counted as a read, an issue would be reported
    // and this test would fail.
    let values = DependencyValues().inheriting { $0[LiveOnlyKey.self] += 1 }

    #expect(values[LiveOnlyKey.self] == 2)
  }

  @Test(arguments: [Reading.keyPath, .key])
  func `a view reads the environment first, then task-locals, then the latest subtree`(
    reading: Reading
  ) {
    let subtree = PublishedSubtree()
    let environment = DependencyValues().inheriting { $0.number = 30 }
    let empty = DependencyValues()
    #expect(reading.number(inheriting: empty) == 3)

    subtree.publish(empty.inheriting { $0.number = 10 })
    #expect(reading.number(inheriting: empty) == 10)
    withDependencies {
      $0.number = 20
    } operation: {
      #expect(reading.number(inheriting: empty) == 20)
      #expect(reading.number(inheriting: environment) == 30)
    }
    #expect(reading.number(inheriting: environment) == 30)
  }

  @Test func `a nonempty environment hides task-locals even for keys it does not override`() {
    let environment = DependencyValues().inheriting { $0.text = "handed down" }

    withDependencies {
      $0.number = 20
    } operation: {
      #expect(Reading.keyPath.number(inheriting: environment) == 3)
    }
  }
}

private enum LiveOnlyKey: DependencyKey {
  static var liveValue: Int { 1 }
}

enum Reading: Sendable {
  case keyPath, key

  func number(inheriting environment: DependencyValues) -> Int {
    let location = StaticSourceLocation(#fileID, #filePath, #line, #column)
    let site: Uncounted<ReadSite> =
      switch self {
      case .keyPath: ReadSite.of(\DependencyValues.number, at: location)
      case .key: ReadSite.of(NumberKey.self, at: location) { KeyRecord<Int>.of(NumberKey.self) }
      }
    return site.object.value(inheriting: environment)
  }
}
