import Dependence
import DependenceTesting
import Registry
import Testing

@Suite(.dependencies)
struct RegistryTests {
  @Dependency(\.car) private var car

  @Test func `a car is built on the whole registry`() {
    let values = DependencyValues.current
    let parts = car.walk()

    #expect(registry.count == 20)
    #expect(Set(parts.map(\.name)).count == 20)
    #expect(parts.allSatisfy { part in registry.contains { values[keyPath: $0] === part } })
  }

  @Test(.dependency(\.bolt, Part("test bolt"))) func `an override is in all that is built on it`() {
    #expect(car.walk().count { $0.name == "test bolt" } == 1)
    #expect(car.walk().count == 20)
  }

  @Test func `a scope builds anew what it has to, and shares the rest`() {
    let outer = (car, DependencyValues.current.lamp)

    withDependencies {
      $0.bolt = Part("inner bolt")
    } operation: {
      #expect(car !== outer.0)
      #expect(DependencyValues.current.lamp === outer.1)
    }
    #expect(car === outer.0)
  }

  @Test(arguments: Workload.allCases)
  func `a workload meets every part each time`(workload: Workload) {
    #expect(workload.run(10) == 200)
  }
}

@Suite(.stress(iterations: 50, concurrency: 8), .dependencies)
struct RegistryStressTests {
  @Test func `many at once meet what is theirs`() throws {
    let number = try #require(StressIteration.current).number
    let own = Part("bolt \(number)")

    let seen = withDependencies {
      $0.bolt = own
    } operation: {
      DependencyValues.current.car.walk().filter { $0.name.hasPrefix("bolt") }
    }

    #expect(seen.map(ObjectIdentifier.init) == [ObjectIdentifier(own)])
  }
}
