#if canImport(Testing)
import Dependence
import DependenceHarness

/// Issues that the runner was given and may lose: they make the process fail at exit, and are printed then unless the
/// runner has confirmed them.
enum EntrustedIssues {
  private struct State {
    var waiting: [(receipt: Receipt, issue: DependencyIssue, test: String)] = []
    var confirmed = 0
    var nextReceipt: UInt64 = 0
  }

  private static let state = Lock(State())

  /// Stands for an issue until the runner has recorded it.
  struct Receipt: Sendable, Equatable {
    fileprivate let number: UInt64

    /// Says that the runner has the issue.
    ///
    /// The process fails all the same: a runner takes issues after its last test, too, and does not
    /// count them.
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
      because: "\(issues) from other tasks or threads came to a test without the trait "
        + ".dependencies, which may have ended by then"
    )
  }
}
#endif
