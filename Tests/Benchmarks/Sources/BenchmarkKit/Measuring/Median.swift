extension Collection where Element: Comparable {
  /// The middle element in order, the upper one of two; nil of nothing.
  package var median: Element? {
    isEmpty ? nil : sorted()[count / 2]
  }
}
