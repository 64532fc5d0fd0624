/// A run without its decisions. The search looks for races only between steps, because a decision affects only the step that
/// makes it.
struct UndecidedRun: Sendable {
  let record: RunRecord
  /// For each entry of the run's record, and for its end, the index of the step in ``record``. The index of a decision is
  /// that of the step that makes it. The value is `nil` if the run makes no decisions, so that all indices are the same.
  private let indices: [Int]?

  fileprivate init(_ run: RunRecord) {
    guard run.steps.contains(where: { $0.decision != nil }) else {
      (record, indices) = (run, nil)
      return
    }
    var record = run
    record.steps = []
    var indices: [Int] = []
    for step in run.steps {
      if step.decision == nil { record.steps.append(step) }
      indices.append(record.steps.count - 1)
    }
    (self.record, self.indices) = (record, indices + [record.steps.count])
  }

  /// The index in ``record`` of the step with an index in the record of the run.
  func index(of step: Int) -> Int { indices?[step] ?? step }
}

extension RunRecord {
  var withoutDecisions: UndecidedRun { UndecidedRun(self) }
}
