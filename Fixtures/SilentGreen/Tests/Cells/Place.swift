/// A place of a mistake. "Captured" takes the scope of the test along, "bare" does not.
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

  // Around the body of the test: the form reports there itself.

  /// The closure of the trait, or `configureDependencies`.
  case configuration
  /// `init` of the suite, or `setUp`.
  case setUp
  /// `deinit` of the suite, or `tearDown`.
  case tearDown

  /// A queue, captured; then the test gives up: it is cancelled, or skipped.
  case queueThenSkipCaptured

  // After the test has ended, while the next one is running.

  /// A `Task` that outlives its test.
  case lateTask
  case lateDetachedCaptured
  case lateDetachedBare
  /// A closure that captured the scope, called by the next test.
  case lateCallbackCaptured
  /// The same, inside `withKnownIssue` of the next test.
  case lateCallbackKnownCaptured
  /// A read, not a report.
  case lateReadCaptured

  // After the last test.

  case processExitCaptured
  /// A detached task that reports 300 milliseconds after its test.
  case lastDetachedCaptured
}
