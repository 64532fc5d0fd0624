/// A copy of a run's record without entries for decisions, such as calls to `Simulation.choose`.
/// The search looks for races only between steps, because a decision affects only the step that
/// makes it.
struct UndecidedRun: Sendable {
  let record: RunRecord
  /// Maps the index of each entry in the complete record to an index in the steps of ``record``. A
  /// decision is mapped to the step that makes it. An additional last element maps the end of the
  /// complete record to the end of ``record``.
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

  /// Converts the index of an entry in the complete record to an index in the steps of ``record``.
  func index(of step: Int) -> Int { indices[step] }
}
