#if canImport(Testing)
import Dependence
import DependenceHarness

/// The issues that were passed to Swift Testing when their test might already have ended. Swift
/// Testing may lose such issues. Therefore, if there are any, the process prints them when it
/// exits, and fails.
enum EntrustedIssues {
  private struct Entrusted {
    let receipt: Receipt
    let issue: DependencyIssue
    let test: String
  }

  private struct State {
    var waiting: [Entrusted] = []
    var confirmed: [Entrusted] = []
    var nextReceipt: UInt64 = 0
  }

  private static let state = Lock(State())

  /// A receipt for an issue that was passed to Swift Testing. It is used to confirm later that
  /// Swift Testing has recorded the issue.
  struct Receipt: Sendable, Equatable {
    fileprivate let number: UInt64

    /// Confirms that Swift Testing has recorded the issue.
    ///
    /// The process still prints the issue and fails when it exits, because Swift Testing ignores
    /// issues that are recorded after its last test has ended.
    func confirm() {
      state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0.receipt == self }) else { return }
        state.confirmed.append(state.waiting.remove(at: index))
      }
    }
  }

  static func entrust(_ issue: DependencyIssue, of test: String) -> Receipt {
    let receipt = state.withLock { state in
      let receipt = Receipt(number: state.nextReceipt)
      state.nextReceipt += 1
      state.waiting.append(Entrusted(receipt: receipt, issue: issue, test: test))
      return receipt
    }
    if receipt.number == 0 { UnattributedIssues.checkAtExit { judge() } }
    return receipt
  }

  private static func judge() {
    let (lost, confirmed) = state.withLock { ($0.waiting, $0.confirmed) }
    for lost in lost { UnattributedIssues.note(lost.issue, because: .ended(test: lost.test)) }
    if confirmed.isEmpty { return }
    let issues = confirmed.count == 1 ? "1 issue" : "\(confirmed.count) issues"
    // List these issues, although Swift Testing has recorded them. The helper task that recorded
    // them may have been started inside `withKnownIssue`. In that case, they are known issues,
    // which do not fail the test.
    let list = confirmed.map { entrusted in
      "- \(entrusted.issue.site): \(entrusted.issue.message) (in the test \"\(entrusted.test)\")"
    }
    UnattributedIssues.fail(
      because: """
        \(issues) from other tasks or threads reached a test without the trait .dependencies, when the test may already \
        have ended. Add this trait to the test. To expect such an issue, use withExpectedIssues, because withKnownIssue \
        accepts only issues from the task of the test. The list of these issues:
        \(list.joined(separator: "\n"))
        """
    )
  }
}
#endif
