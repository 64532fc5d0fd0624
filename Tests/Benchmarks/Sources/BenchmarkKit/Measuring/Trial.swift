/// The measurements of a row so far.
struct Trial {
  let benchmark: Benchmark
  let iterations: Int
  var samples: [Sample] = []
  /// The number of allocations per operation, or `nil` if allocations were not counted.
  private(set) var allocations: Double?
  /// The number of bytes, for a row that measures a size instead of a time.
  private(set) var bytes: Double?
  private(set) var errors: [String] = []

  /// Warms up the row, determines the number of iterations in a round, and counts allocations.
  init(_ benchmark: Benchmark, effort: Effort, meter: AllocationMeter?) async {
    self.benchmark = benchmark
    switch benchmark.work {
    case .timed(let work):
      iterations = await Self.calibrate(benchmark, work, effort)
      if let meter { await count(work, meter) }
    case .sized(let measure):
      iterations = 1
      bytes = await measure(meter)
    }
  }

  /// Discards the measurements, but keeps the errors.
  mutating func startOver(effort: Effort, meter: AllocationMeter?) async {
    let known = errors
    self = await Trial(benchmark, effort: effort, meter: meter)
    errors = known + errors.filter { !known.contains($0) }
  }

  /// Measures one round and adds its sample, if the row is timed.
  mutating func runOnce() async {
    guard case .timed(let work) = benchmark.work else { return }
    let run = BenchmarkRun(iterations: iterations)
    await work(run)
    keep(run)
    if let sample = run.sample { samples.append(sample) }
  }

  /// The number of operations in a round.
  var operations: Double { Double(iterations) * Double(benchmark.operations) }

  private mutating func keep(_ run: BenchmarkRun) {
    let missing = run.sample == nil ? ["nothing was measured"] : []
    for error in run.errors + missing where !errors.contains(error) {
      errors.append(error)
    }
  }

  private static func calibrate(
    _ benchmark: Benchmark,
    _ work: (BenchmarkRun) async -> Void,
    _ effort: Effort
  ) async -> Int {
    if let fixed = benchmark.iterations { return fixed }
    var iterations = 1
    // The first run creates the objects that are created once per process.
    await work(BenchmarkRun(iterations: iterations))
    while true {
      let run = BenchmarkRun(iterations: iterations)
      await work(run)
      let took = run.sample?.processor ?? effort.round
      if took * 8 >= effort.round {
        return max(1, Int(Double(iterations) * (effort.round / max(took, .nanoseconds(1)))))
      }
      iterations *= 4
    }
  }

  /// Counts the allocations of three smaller rounds and keeps the minimum, because other threads
  /// and one-time allocations may add to one of them.
  private mutating func count(_ work: (BenchmarkRun) async -> Void, _ meter: AllocationMeter) async
  {
    let iterations = benchmark.iterations ?? min(iterations, 1_000)
    for _ in 0..<3 {
      let run = BenchmarkRun(iterations: iterations, meter: meter)
      await work(run)
      keep(run)
      guard let blocks = run.sample?.allocations else { return }
      let each = Double(blocks) / (Double(iterations) * Double(benchmark.operations))
      allocations = min(allocations ?? each, each)
    }
  }
}
