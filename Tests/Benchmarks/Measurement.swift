/// What one operation costs, as the median of several rounds.
struct Measurement {
  let nanoseconds: Double

  /// Measures `operation`, which says how often it did what is measured.
  ///
  /// - Parameter prepare: Makes what a round needs; not measured.
  init<Subject>(
    rounds: Int = 9,
    prepare: () async -> Subject,
    operation: (Subject) async -> Int
  ) async {
    var results: [Double] = []
    for _ in 0..<rounds {
      let subject = await prepare()
      var count = 0
      let elapsed = await ContinuousClock().measure { count = await operation(subject) }
      results.append(elapsed / .nanoseconds(1) / Double(count))
    }
    nanoseconds = results.sorted()[results.count / 2]
  }

  /// "1234 ns", with a name before it.
  func line(_ name: String) -> String {
    "\(name): \(Int(nanoseconds.rounded())) ns"
  }
}

/// What a benchmark found out about itself.
func check(_ condition: Bool, _ claim: String) {
  guard !condition else { return }
  print("error: \(claim)")
  failures += 1
}

nonisolated(unsafe) var failures = 0
