import DependenceSimulation
import DependenceTesting
import Testing

/// A search that finds no failure.
struct CleanSearchTests {
  @Test(.explore(.exhaustive()))
  func `no schedule fails`() async {
    async let first = 1
    async let second = 2
    #expect(await first + second == 3)
  }
}
