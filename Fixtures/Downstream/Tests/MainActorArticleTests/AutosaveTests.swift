import DependenceTesting
import Testing

@Suite(.dependencies)
struct AutosaveTests {
  private let clock = TestClock()

  init() {
    prepareDependencies { [clock] in $0.continuousClock = clock }
  }

  @Test func `it saves after five seconds`() async {
    let autosave = Autosave()
    let task = Task { await autosave.run() }
    await clock.advance(by: .seconds(5), sleepers: 1)
    #expect(await autosave.saves == 1)
    task.cancel()
  }
}
