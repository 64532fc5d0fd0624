import DependenceSimulation
import DependenceTesting
import Testing

@Suite(.enabled(if: Simulation.isSupported), .dependencies { $0.register = Register() })
struct RegisterTests {
  @Test(.explore(1_000))
  func `two sales are both entered`() async {
    let register = DependencyValues.current.register
    async let first: Void = register.add("apples")
    async let second: Void = register.add("pears")
    _ = await (first, second)
    #expect(await register.entries.count == 2)
  }
}
