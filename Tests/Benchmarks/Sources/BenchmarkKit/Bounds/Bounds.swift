/// The maximum costs of a row of the report. Each row is one benchmark.
package struct Bounds: Sendable, Hashable {
  /// The processor time, as a multiple of the processor time of the row's floor. The floor is the
  /// benchmark with which the row is compared.
  package var ratio: Double?
  /// The number of allocations per operation.
  package var allocations: Count?
  /// The number of bytes, for a row that measures a size instead of a time.
  package var bytes: Double?

  /// A bound on a count.
  package enum Count: Sendable, Hashable {
    case exactly(Double)
    case atMost(Double)
  }

  package init(ratio: Double? = nil, allocations: Count? = nil, bytes: Double? = nil) {
    self.ratio = ratio
    self.allocations = allocations
    self.bytes = bytes
  }
}

extension Bounds.Count: CustomStringConvertible {
  /// The bound as text, for example "= 1" or "≤ 1".
  package var description: String {
    switch self {
    case .exactly(let count): "= \(count.formatted)"
    case .atMost(let count): "≤ \(count.formatted)"
    }
  }

  func allows(_ count: Double) -> Bool {
    // Rounding to two decimal places ignores rare allocations by other threads, for example one in
    // a thousand operations.
    let count = (count * 100).rounded() / 100
    return switch self {
    case .exactly(let expected): count == expected
    case .atMost(let limit): count <= limit
    }
  }
}
