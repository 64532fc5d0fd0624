/// A row of the report: an operation that is repeated, or an object whose size is measured.
package struct Benchmark: Sendable {
  /// The work to measure.
  package enum Work: Sendable {
    /// Measures the processor time of each operation.
    case timed(@Sendable (BenchmarkRun) async -> Void)
    /// Measures a size in bytes. The closure returns `nil` if the size cannot be measured.
    case sized(@Sendable (AllocationMeter?) async -> Double?)
  }

  package let group: String
  package let name: String
  /// The identifier of the row with which this row is compared, or `nil` for floors and sizes.
  package let floor: String?
  /// The number of operations in one iteration.
  package let operations: Int
  /// The number of iterations in a round, or `nil` if the runner determines it.
  package let iterations: Int?
  package let work: Work

  /// Creates a row whose closure performs ``BenchmarkRun/iterations`` iterations and checks the
  /// result.
  ///
  /// - Parameters:
  ///   - floor: The ``id`` of the row with which this row is compared.
  ///   - iterations: The number of iterations in a round, if the benchmark requires a fixed number.
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

  /// Creates a row whose closure measures the size of an object in bytes.
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

  /// The identifier with which bounds, floors and filters refer to the row.
  package var id: String { "\(group): \(name)" }
}
