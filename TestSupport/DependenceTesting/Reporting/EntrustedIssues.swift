#if canImport(Testing)
import Dependence
import DependenceHarness

/// The issues that were passed to Swift Testing at a time when their test might already have ended.
/// Swift Testing may lose such issues. Therefore, if there are any, the process fails when it
/// exits, and prints the issues that Swift Testing has not recorded.
enum EntrustedIssues {
  private struct State {
    var waiting: [(receipt: Receipt, issue: DependencyIssue, test: String)] = []
    var confirmed = 0
    var nextReceipt: UInt64 = 0
  }

  private static let state = Lock(State())

  /// A receipt for an issue that was passed to Swift Testing. It is used to confirm later that
  /// Swift Testing has recorded the issue.
  struct Receipt: Sendable, Equatable {
    fileprivate let number: UInt64

    /// Confirms that Swift Testing has recorded the issue, so that it is not printed when the
    /// process exits.
    ///
    /// The process still fails when it exits, because Swift Testing ignores issues that are
    /// recorded after its last test has ended.
    func confirm() {
      state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0.receipt == self }) else { return }
        state.waiting.remove(at: index)
        state.confirmed += 1
      }
    }
  }

  static func entrust(_ issue: DependencyIssue, of test: String) -> Receipt {
    let receipt = state.withLock { state in
      let receipt = Receipt(number: state.nextReceipt)
      state.nextReceipt += 1
      state.waiting.append((receipt, issue, test))
      return receipt
    }
    if receipt.number == 0 { UnattributedIssues.checkAtExit { judge() } }
    return receipt
  }

  private static func judge() {
    let (lost, confirmed) = state.withLock { ($0.waiting, $0.confirmed) }
    for (_, issue, test) in lost { UnattributedIssues.note(issue, because: .ended(test: test)) }
    guard confirmed > 0 else { return }
    let issues = confirmed == 1 ? "1 issue" : "\(confirmed) issues"
    UnattributedIssues.fail(
      because: "\(issues) from other tasks or threads reached a test without the trait "
        + ".dependencies, when the test may already have ended. Add this trait to the test"
    )
  }
}
#endif
