import Synchronization
import Testing

/// Errors that occur after the end of the test that prepared them. The next test of the suite
/// triggers them.
enum Afterwards {
  static let callback = Callback()
  static let atExit = Callback()

  private static let mayBegin = Gate()
  private static let hasEnded = Gate()

  /// Waits until the next test triggers the error, and then runs `work`.
  static func run(_ work: @Sendable () -> Void) async {
    await mayBegin.wait()
    work()
    hasEnded.open()
  }

  /// Triggers the error that the test of `form` prepared, and waits until it has occurred.
  static func setOff(in form: String) async {
    if let gate = begin(in: form) { await gate.wait() }
  }

  /// Triggers the error that the test of `form` prepared, and blocks this thread until it has
  /// occurred.
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

/// A closure that one test sets and another test calls.
final class Callback: Sendable {
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  func set(_ action: @escaping @Sendable () -> Void) {
    self.action.withLock { $0 = action }
  }

  /// Calls the closure. Traps if no closure was set, because otherwise no check would notice that
  /// the report is missing.
  func call() {
    guard let action = action.withLock({ $0 }) else { fatalError("Nothing was prepared") }
    action()
  }
}
