/// A list of rows that are measured together, with their bounds.
package struct Suite: Sendable {
  package let benchmarks: [Benchmark]
  package let bounds: [String: Bounds]

  package init(_ benchmarks: [Benchmark], bounds: [String: Bounds]) {
    self.benchmarks = benchmarks
    self.bounds = bounds
  }

  /// Returns the rows whose identifier contains `text`, regardless of case, and the floors of these
  /// rows. Returns all rows if `text` is `nil`.
  package func filtered(_ text: String?) -> [Benchmark] {
    guard let text = text?.lowercased() else { return benchmarks }
    let wanted = benchmarks.filter { $0.id.lowercased().contains(text) }
    let ids = Set(wanted.map(\.id) + wanted.compactMap(\.floor))
    return benchmarks.filter { ids.contains($0.id) }
  }

  /// The errors in the definition of the suite: bounds or floors that refer to missing rows,
  /// duplicate names, and bounds on the ratio of a row without a floor.
  package var errors: [String] {
    let ids = benchmarks.map(\.id)
    let known = Set(ids)
    let withFloor = Set(benchmarks.filter { $0.floor != nil }.map(\.id))
    let twice = Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    let floors = benchmarks.compactMap(\.floor).filter { !known.contains($0) }
    return twice.map { "two rows are called \"\($0)\"" }
      + Set(floors).sorted().map { "no row is called \"\($0)\", which is a floor of others" }
      + bounds.keys.filter { !known.contains($0) }.sorted()
      .map { "no row is called \"\($0)\", which has bounds" }
      + bounds.filter {
        known.contains($0.key) && $0.value.ratio != nil && !withFloor.contains($0.key)
      }
      .keys.sorted().map { "\"\($0)\" has a bound on its ratio, and no floor" }
  }
}
