import DependenceMacros
import DependenceTesting
import Observation
import Testing

extension DependencyValues {
  @DependencyEntry(test: 1) fileprivate var first: Int = 1
  @DependencyEntry(test: 2) fileprivate var second: Int = 2
  @DependencyEntry(test: 3) fileprivate var `default`: Int = 3
}

@DependencyProperties(\.first, \DependencyValues.second)
private final class Plain {
  var sum: Int { first + second }
}

@DependencyProperties(\.default)
private struct Keyword {
  var next: Int { `default` + 1 }
}

@Observable
@DependencyProperties(\.first)
private final class Observed {
  var factor = 2
  var product: Int { first * factor }
}

@DependencyProperties(\.first)
private actor Worker {
  var next: Int { first + 1 }
}

@DependencyProperties(\.first)
private struct Value {
  var factor = 3
  var product: Int { first * factor }
}

struct DependencyPropertiesTests {
  @Test func `an attribute can list a property whose name is a keyword`() {
    #expect(Keyword().next == 4)
  }

  @Test(.dependency(\.first, 10))
  func `a type can read the dependencies that its attribute lists`() async {
    #expect(Plain().sum == 12)
    #expect(Observed().product == 20)
    #expect(await Worker().next == 11)
    #expect(Value(factor: 4).product == 40)
  }

  @Test func `an overridden dependency does not trigger observation`() {
    let model = Observed()
    let isChanged = Lock(false)
    withObservationTracking {
      _ = model.product
    } onChange: {
      isChanged.withLock { $0 = true }
    }

    withDependencies {
      $0.first = 3
    } operation: {
      #expect(model.product == 6)
    }

    #expect(!isChanged.withLock { $0 })
    model.factor = 3
    #expect(isChanged.withLock { $0 })
  }
}
