import Dependence
import DependenceHarness
import Foundation
import Testing

struct AlarmTests {
  private final class Bell: Sendable {}

  @Test func `cancelling an alarm releases its action`() {
    weak var kept: Bell?
    do {
      let bell = Bell()
      kept = bell
      let alarm = Alarm(after: .seconds(600)) { _ in withExtendedLifetime(bell) {} }
      alarm.cancel()
    }

    #expect(kept == nil)
  }

  // While other tests run, the process is not idle, and the alarm fires after three seconds at the
  // earliest. This test then passes in any case. It can detect an error only if it runs alone.
  @Test @MainActor func `time in which the main actor is blocked does not count as idle`() {
    let hasRung = Lock(false)
    let alarm = Alarm(after: .milliseconds(100)) { _ in hasRung.withLock { $0 = true } }

    Thread.sleep(forTimeInterval: 0.5)

    #expect(!hasRung.withLock { $0 })
    alarm.cancel()
  }
}
