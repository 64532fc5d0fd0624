import Dependence

@testable import DependenceHarness

extension DependencyIssue {
  /// Returns the message about a wait in the wording for an idle process. The process may be busy
  /// with other tests, and the message then states a longer time.
  ///
  /// - Parameter limit: The idle time after which the wait ends.
  func messageIfIdle(for limit: Duration) -> String {
    message
      .replacing("at least \(limit * AlarmClock.busyFactor)", with: "\(limit)")
      .replacing("the process was busy", with: "the process was idle")
  }
}
