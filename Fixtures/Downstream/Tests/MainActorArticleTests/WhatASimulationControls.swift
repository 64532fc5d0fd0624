import DependenceMacros
import DependenceSimulation
import DependenceTesting
import Testing

actor Register {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }
}

extension DependencyValues {
  @DependencyEntry var register = Register()
}

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
