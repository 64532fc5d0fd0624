import Dependence
import Foundation
import Testing

@testable import DependenceHarness

#if os(Linux)
struct ThreadStatesTests {
  // If other processes use all processors, a computing thread gets almost no processor time. The
  // state of the thread still shows that the process is not idle.
  @Test func `a thread that computes is runnable`() {
    let isDone = Lock(false)
    let hasStarted = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      hasStarted.signal()
      var number = 1
      while !isDone.withLock({ $0 }) { for _ in 0..<10_000 { number = number &* 3 } }
      withExtendedLifetime(number) {}
    }
    hasStarted.wait()
    defer { isDone.withLock { $0 = true } }

    #expect(ThreadStates.includesOtherRunnable)
  }
}
#endif
