#if canImport(Testing)
import Dependence
import DependenceHarness

/// The issues that were passed to Swift Testing when the tests that caused them may already have
/// ended. Swift Testing may lose such issues, so the process prints them when it exits, and fails.
enum EntrustedIssues {
  private struct Entrusted {
    let issue: DependencyIssue
    let test: String
    /// Whether Swift Testing has recorded the issue.
    var isConfirmed = false
  }

  private static let issues = Lock<[Entrusted]>([])

  /// A receipt for an issue that was passed to Swift Testing. The caller uses it to confirm that
  /// the issue has been recorded.
  struct Receipt: Sendable {
    /// The index of the issue in ``issues``.
    fileprivate let index: Int

    /// Marks the issue as recorded by Swift Testing.
    ///
    /// The process nevertheless prints the issue when it exits, and fails. Swift Testing may have
    /// recorded the issue after its last test had ended, and it ignores such issues.
    func confirm() { issues.withLock { $0[index].isConfirmed = true } }
  }

  static func entrust(_ issue: DependencyIssue, of test: String) -> Receipt {
    let receipt = issues.withLock { issues in
      issues.append(Entrusted(issue: issue, test: test))
      return Receipt(index: issues.count - 1)
    }
    if receipt.index == 0 { UnattributedIssues.checkAtExit { judge() } }
    return receipt
  }

  private static func judge() {
    let entrusted = issues.withLock { $0 }
    for lost in entrusted where !lost.isConfirmed {
      UnattributedIssues.note(lost.issue, because: .ended(test: lost.test))
    }
    let confirmed = entrusted.filter(\.isConfirmed)
    if confirmed.isEmpty { return }
    let count = confirmed.count == 1 ? "1 issue" : "\(confirmed.count) issues"
    // List these issues even though Swift Testing has recorded them. If the task that recorded them
    // was started inside `withKnownIssue`, they count as known issues and do not fail the test.
    let list = confirmed.map { entrusted in
      "- \(entrusted.issue.site): \(entrusted.issue.message) (in the test \"\(entrusted.test)\")"
    }
    UnattributedIssues.fail(
      because: """
        \(count) from other tasks or threads reached a test without the trait .dependencies, when the test may already \
        have ended. Add this trait to the test. To expect such an issue, use withExpectedIssues, because withKnownIssue \
        accepts only issues from the task of the test. The list of these issues:
        \(list.joined(separator: "\n"))
        """
    )
  }
}
#endif
