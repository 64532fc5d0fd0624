import Synchronization
import Testing

/// Mistakes after the end of the test that prepared them: the next test of the suite sets them off.
enum Afterwards {
  static let callback = Callback()
  static let atExit = Callback()

  private static let mayBegin = Gate()
  private static let hasEnded = Gate()

  /// Waits for the next test, then runs `work`.
  static func run(_ work: @Sendable () -> Void) async {
    await mayBegin.wait()
    work()
    hasEnded.open()
  }

  /// Sets off what the test of `form` has prepared, and waits for its end.
  static func setOff(in form: String) async {
    if let gate = begin(in: form) { await gate.wait() }
  }

  /// Sets off what the test of `form` has prepared, and waits for its end on this thread.
  static func setOffOnThread(in form: String) {
    begin(in: form)?.waitOnThread()
  }

  private static func begin(in form: String) -> Gate? {
    switch Cell.current(in: form)?.place {
    case .lateTask, .lateDetachedCaptured, .lateDetachedBare, .lateReadCaptured:
      mayBegin.open()
      return hasEnded
    case .lateCallbackCaptured:
      callback.call()
      return nil
    case .lateCallbackKnownCaptured:
      withKnownIssue(isIntermittent: true) { callback.call() }
      return nil
    default:
      return nil
    }
  }
}

/// A closure that one side sets and another calls.
final class Callback: Sendable {
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  func set(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
  }

  /// Calls the closure. Without one this crashes: nobody would miss a report that was never made.
  func call() {
    guard let action = action.withLock({ $0 }) else { fatalError("Nothing was prepared") }
    action()
  }
}
