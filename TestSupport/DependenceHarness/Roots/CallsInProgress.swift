package import Dependence

/// A check that reports calls to functions such as `spy.waitForCalls()` that have not returned when
/// the test ends.
///
/// Such a call was made in a task that the test did not await. Without the report, the test would
/// pass although the call has not checked anything, or although its operation is still running.
package final class CallsInProgress: RootAudit {
  private struct Call: Sendable {
    let name: String
    let site: SourceSite
  }

  private struct State: Sendable {
    var calls: [Int: Call] = [:]
    var last = 0
  }

  private let state = Lock(State())

  private init() {}

  /// Runs `operation`, which implements a call to a function of this library. If the test ends
  /// before the operation does, the test fails.
  ///
  /// - Parameters:
  ///   - name: The name of the function, such as "waitForCalls", for the message.
  ///   - site: The source location of the call.
  ///   - isWait: Whether the call only waits, so that it ends soon after its task has been
  ///     cancelled. Such a call is then no longer reported.
  package nonisolated(nonsending) static func track<Result>(
    _ name: String,
    at site: SourceSite,
    isWait: Bool = false,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let frame = Frame.current
    // All calls of a test share one audit. Otherwise, audits would accumulate, because each one
    // stays registered until the test ends.
    let calls = frame.root.add(CallsInProgress()) { _ in true }
    let number = calls.begin(Call(name: name, site: site))
    defer { calls.end(number) }
    // If the test is ending at the same time, this audit may have run, and been removed, just
    // before the call was added. Register the audit again. If the test has already ended, report
    // the call here, unless the audit has found it.
    frame.root.add(calls)
    if frame.root.isClosed, calls.end(number) {
      frame.root.reportIfLate(name, was: "called", at: site, from: frame)
    }
    return try await withTaskCancellationHandler(operation: operation) {
      if isWait { calls.end(number) }
    }
  }

  private func begin(_ call: Call) -> Int {
    state.withLock { state in
      state.last += 1
      state.calls[state.last] = call
      return state.last
    }
  }

  /// Removes a call. Returns `false` if it has already been removed.
  @discardableResult
  private func end(_ number: Int) -> Bool {
    state.withLock { $0.calls.removeValue(forKey: number) != nil }
  }

  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let calls = state.withLock { state in
      defer { state.calls = [:] }
      return state.calls
    }
    // Report nothing if the test has thrown an error or was skipped. In the first case, it has
    // already failed, and in the second, it need not check anything.
    if root.hasEndedEarly { return [] }
    return calls.sorted { $0.key < $1.key }.map(\.value).map { call in
      let message = """
        This call of \(call.name) had not returned when the test ended, so the test does not know its result. Await the \
        task that makes the call.
        """
      return DependencyIssue(message, kind: .leftover, at: call.site)
    }
  }
}
