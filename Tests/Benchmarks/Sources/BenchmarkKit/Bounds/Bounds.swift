/// The maximum costs of a row.
package struct Bounds: Sendable, Hashable {
  /// The processor time, as a multiple of the processor time of the row's floor.
  package var ratio: Double?
  /// The number of allocations of each operation.
  package var allocations: Count?
  /// The bytes of one operation.
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
  /// "= 1" or "≤ 1".
  package var description: String {
    switch self {
    case .exactly(let count): "= \(count.formatted)"
    case .atMost(let count): "≤ \(count.formatted)"
    }
  }

  func allows(_ count: Double) -> Bool {
    // Rounding ignores a thread that happens to allocate once in a thousand operations.
    let count = (count * 100).rounded() / 100
    return switch self {
    case .exactly(let expected): count == expected
    case .atMost(let limit): count <= limit
    }
  }
}
