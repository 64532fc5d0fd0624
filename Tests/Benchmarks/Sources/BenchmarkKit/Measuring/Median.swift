extension Collection where Element: Comparable {
  /// The median, or `nil` if the collection is empty. If the number of elements is even, this is
  /// the upper of the two middle elements.
  package var median: Element? {
    isEmpty ? nil : sorted()[count / 2]
  }
}
