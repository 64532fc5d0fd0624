package import Dependence

extension Faults: FailureNote, RootAudit {
  package var fileName: String { "faults.txt" }
  package var text: String { description }
  package var summary: String? { text(ofCalls: 20) }
  package var isUnrepeatable: Bool { isSeedRandom }

  /// Has this looked at when the test of `root` ends; false if nobody shows it when that fails.
  @discardableResult
  func register(in root: DependencyRoot) -> Bool {
    root.add(self)
    return root.explainFailure(with: self)
  }

  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    // A runner takes a test whose own task was cancelled for one that did not want to run.
    let own = withUnsafeCurrentTask { task in
      task.flatMap { task in
        task.isCancelled ? log.withLock { $0.cancellations[task.hashValue] } : nil
      }
    }
    guard let own else { return [] }
    let message = """
      The faults with the seed \(seed) cancelled \(root.part ?? "the test") itself, in call \
      \(own.call) of \(own.endpoint). Call what may be cancelled in a task of its own: Task { … }.
      """
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }

  /// Reports that nobody would learn the seed, or of a test that cancelled itself.
  func reportBlindness(of test: String) {
    let cancels = faults.contains { if case .cancelling = $0.kind { true } else { false } }
    guard isSeedRandom || cancels else { return }
    let danger =
      isSeedRandom
      ? "nobody would learn the random seed of these faults"
      : "nobody would notice if these faults cancelled the test itself"
    let message = """
      The test "\(test)" has no trait .faults or .dependencies, so \(danger). Add one of these traits.
      """
    report(message, at: site)
  }
}
