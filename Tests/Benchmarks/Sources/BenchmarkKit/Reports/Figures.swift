/// The results of a row after all measurements.
package struct Figures: Sendable, Hashable {
  package let group: String
  package let name: String
  /// The identifier of the row with which this row is compared.
  package var floor: String?
  /// The processor time per operation, in nanoseconds.
  package var processor: Double?
  /// The wall time per operation, in nanoseconds.
  package var wall: Double?
  /// The processor time as a multiple of the processor time of the floor.
  package var ratio: Double?
  /// The number of allocations per operation.
  package var allocations: Double?
  package var bytes: Double?
  /// The errors that the row has reported.
  package var errors: [String] = []

  package init(group: String, name: String) {
    self.group = group
    self.name = name
  }

  /// The identifier of the row, which is also its key in the bounds.
  package var id: String { "\(group): \(name)" }
}

extension Figures {
  /// Returns the figures of all rows. The ratio of a row can be computed only if `trials` also
  /// contains its floor.
  static func of(_ trials: [Trial]) -> [Figures] {
    var all = trials.map(Figures.init)
    let processor = Dictionary(
      all.map { ($0.id, $0.processor) },
      uniquingKeysWith: { first, _ in first }
    )
    for index in all.indices {
      guard let floor = all[index].floor, let base = processor[floor] ?? nil, base > 0 else {
        continue
      }
      all[index].ratio = all[index].processor.map { $0 / base }
    }
    return all
  }

  private init(_ trial: Trial) {
    self.init(group: trial.benchmark.group, name: trial.benchmark.name)
    floor = trial.benchmark.floor
    processor = trial.samples.map(\.processor).median.map {
      $0 / .nanoseconds(1) / trial.operations
    }
    wall = trial.samples.map(\.wall).median.map { $0 / .nanoseconds(1) / trial.operations }
    allocations = trial.allocations
    bytes = trial.bytes
    errors = trial.errors
  }
}
