@testable import DependenceModules
import Dependence
import DependenceTesting
import TestKeys
import Testing

struct GenerationsTests {
  @Test func `the first override of a process keeps the instances of other properties`() async {
    await #expect(processExitsWith: .success) {
      try #require(Generations.areAllFirst)
      let before = DependencyValues.current[\.service]

      Dependencies.override(\.clock) { Token() }

      try #require(!Generations.areAllFirst)
      try #require(DependencyValues.current[\.service] === before)
    }
  }
}
