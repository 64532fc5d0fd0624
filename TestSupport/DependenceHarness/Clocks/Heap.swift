/// A priority queue: the least element first.
///
/// A binary heap, as in Williams, "Algorithm 232: Heapsort" (1964).
struct Heap<Element: Comparable> {
  private(set) var elements: [Element] = []

  /// The least element.
  ///
  /// - Complexity: O(1).
  var least: Element? { elements.first }

  /// - Complexity: O(log *n*).
  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the least element out.
  ///
  /// - Complexity: O(log *n*).
  mutating func removeLeast() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let least = elements.first else { return last }
    elements[0] = last
    sink(from: 0)
    return least
  }

  /// Takes out everything that `isStale` says.
  ///
  /// - Complexity: O(*n*).
  mutating func removeAll(where isStale: (Element) -> Bool) {
    elements.removeAll(where: isStale)
    for index in (0..<elements.count / 2).reversed() { sink(from: index) }
  }

  private mutating func sink(from start: Int) {
    var parent = start
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < elements.count && elements[child] < elements[smallest] {
        smallest = child
      }
      guard smallest != parent else { return }
      elements.swapAt(parent, smallest)
      parent = smallest
    }
  }
}

extension Heap: Sendable where Element: Sendable {}
