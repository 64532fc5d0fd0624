extension Bounds {
  /// Describes the bounds that the figures of a row violate.
  ///
  /// - Parameter headroom: The factor by which a ratio may exceed its bound. It does not apply to
  ///   counts.
  package func violations(of figures: Figures, headroom: Double) -> [String] {
    var found: [String] = []
    if let violation = ratioViolation(of: figures, headroom: headroom) { found.append(violation) }
    if let allocations, let actual = figures.allocations, !allocations.allows(actual) {
      found.append(
        "\(figures.id): \(actual.formatted) \(actual == 1 ? "allocation" : "allocations"), bound \(allocations)"
      )
    }
    if let bytes, let actual = figures.bytes, actual > bytes {
      found.append("\(figures.id): \(actual.formatted) bytes, bound ≤ \(bytes.formatted)")
    }
    return found
  }

  /// Describes the violation of the bound on the ratio, or returns `nil` if the bound is met.
  private func ratioViolation(of figures: Figures, headroom: Double) -> String? {
    guard let ratio else { return nil }
    let limit = ratio * headroom
    guard let actual = figures.ratio else {
      return "\(figures.id): no ratio, bound ≤ \(limit.formatted)"
    }
    guard actual > limit else { return nil }
    let floor = figures.floor.map { " of \"\($0)\"" } ?? ""
    return "\(figures.id): \(actual.formatted)\(floor), bound ≤ \(limit.formatted)"
  }
}
