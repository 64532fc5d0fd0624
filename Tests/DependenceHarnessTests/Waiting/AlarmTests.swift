import DependenceHarness
import Testing

struct AlarmTests {
  private final class Bell: Sendable {}

  @Test func `an alarm that is taken back lets go of what it would do`() {
    weak var kept: Bell?
    do {
      let bell = Bell()
      kept = bell
      let alarm = Alarm(after: .seconds(600)) { withExtendedLifetime(bell) {} }
      alarm.cancel()
    }

    #expect(kept == nil)
  }
}
