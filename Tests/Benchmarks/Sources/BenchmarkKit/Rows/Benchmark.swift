/// One row: something that is done many times over, or of which many are kept.
package struct Benchmark: Sendable {
  /// The work to measure.
  package enum Work: Sendable {
    /// Processor time for each operation.
    case timed(@Sendable (BenchmarkRun) async -> Void)
    /// Bytes that a thing takes, which the closure finds out; nil where nobody can.
    case sized(@Sendable (AllocationMeter?) async -> Double?)
  }

  package let group: String
  package let name: String
  /// The row that this one is compared with; nil for a floor, and for what is counted in bytes.
  package let floor: String?
  /// The number of operations in one iteration.
  package let operations: Int
  /// The number of iterations in a round; nil to find out.
  package let iterations: Int?
  package let work: Work

  /// A row whose closure does ``BenchmarkRun/iterations`` iterations, and checks what came out.
  ///
  /// - Parameters:
  ///   - floor: The ``id`` of the row that this one is compared with.
  ///   - iterations: How many make a round, where the subject dictates that.
  package init(
    _ group: String,
    _ name: String,
    floor: String? = nil,
    operations: Int = 1,
    iterations: Int? = nil,
    run: @escaping @Sendable (BenchmarkRun) async -> Void
  ) {
    self.group = group
    self.name = name
    self.floor = floor
    self.operations = operations
    self.iterations = iterations
    work = .timed(run)
  }

  /// A row whose closure counts the bytes that one of something takes.
  package init(
    _ group: String,
    bytesOf name: String,
    measure: @escaping @Sendable (AllocationMeter?) async -> Double?
  ) {
    self.group = group
    self.name = name
    floor = nil
    operations = 1
    iterations = nil
    work = .sized(measure)
  }

  /// The row's name for bounds, floors and filters.
  package var id: String { "\(group): \(name)" }
}
