/// A copy of a run's record without entries for decisions, such as calls to `Simulation.choose`.
/// The search looks for races only between steps, because a decision affects only the step that
/// makes it.
struct UndecidedRun: Sendable {
  /// The copy, which contains only steps.
  let record: RunRecord
  /// For each entry of the original record, the index of the same step in the copy. The element for
  /// a decision is the index of the step that made the decision. The array has one additional
  /// element at the end, which maps the end of the record to the end of the copy.
  private let indices: [Int]

  init(_ run: RunRecord) {
    var record = run
    record.steps = []
    var indices: [Int] = []
    for step in run.steps {
      if step.decision == nil { record.steps.append(step) }
      indices.append(record.steps.count - 1)
    }
    (self.record, self.indices) = (record, indices + [record.steps.count])
  }

  /// Converts the index of an entry in the original record to the index of a step in the copy. For
  /// a decision, this is the step that made the decision.
  func index(of step: Int) -> Int { indices[step] }
}
