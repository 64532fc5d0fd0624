import DependenceHarness
import Testing

struct AlarmTests {
  private final class Bell: Sendable {}

  @Test func `cancelling an alarm releases its action`() {
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
