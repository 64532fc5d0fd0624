extension Collection where Element: Comparable {
  /// The median, which is the upper of the two middle elements if their number is even, or `nil` if
  /// the collection is empty.
  package var median: Element? {
    isEmpty ? nil : sorted()[count / 2]
  }
}
