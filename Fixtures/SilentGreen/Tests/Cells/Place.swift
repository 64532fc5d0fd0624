/// The place of an error. "Captured" means that the work runs in a captured scope of the test, and
/// "bare" means that it does not.
enum Place: String {
  case nowhere
  case sameTask
  case childTask
  case detachedCaptured
  case detachedBare
  case queueCaptured
  case queueBare
  case threadCaptured
  case threadBare
  case `deinit`
  case deinitOnThreadCaptured
  case isolatedDeinitCaptured
  case isolatedDeinitBare
  case streamEnd
  case streamEndOnThreadCaptured

  // Places outside the body of the test. The form reports these errors itself.

  /// The closure of the trait, or `configureDependencies`.
  case configuration
  /// `init` of the suite, or `setUp`.
  case setUp
  /// `deinit` of the suite, or `tearDown`.
  case tearDown

  /// A queue with a captured scope. After the report, the test is cancelled or skipped.
  case queueThenSkipCaptured

  // Places after the end of the test, while the next test is running.

  /// A `Task` that outlives its test.
  case lateTask
  case lateDetachedCaptured
  case lateDetachedBare
  /// A closure that captured the scope, and that the next test calls.
  case lateCallbackCaptured
  /// The same closure, called inside `withKnownIssue` in the next test.
  case lateCallbackKnownCaptured
  /// A read of a dependency, instead of a report.
  case lateReadCaptured

  // Places after the end of the last test.

  case processExitCaptured
  /// A task that reports an issue after 300 milliseconds, when its test has ended.
  case lastTask
  /// A detached task that reports an issue after 300 milliseconds, when its test has ended.
  case lastDetachedCaptured
}
