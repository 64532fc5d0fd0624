/// A min-heap: a priority queue whose first element is the smallest.
///
/// This is the binary heap that Williams introduced in "Algorithm 232: Heapsort" (1964).
package struct Heap<Element: Comparable> {
  private(set) var elements: [Element] = []

  package init() {}

  package var least: Element? { elements.first }

  /// Inserts an element in O(log *n*) time.
  package mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[child] < elements[parent] else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the smallest element in O(log *n*) time. Returns `nil` if the heap is
  /// empty.
  package mutating func removeLeast() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let least = elements.first else { return last }
    elements[0] = last
    sink(from: 0)
    return least
  }

  /// Removes all elements that satisfy `isStale`, in O(*n*) time.
  package mutating func removeAll(where isStale: (Element) -> Bool) {
    elements.removeAll(where: isStale)
    for index in (0..<elements.count / 2).reversed() { sink(from: index) }
  }

  private mutating func sink(from start: Int) {
    // Sift the element down. The loop moves smaller children up and writes `element` once at the
    // end, which halves the number of writes compared with swapping at each level.
    elements.withUnsafeMutableBufferPointer { elements in
      let element = elements[start]
      var gap = start
      while true {
        var child = 2 * gap + 1
        guard child < elements.count else { break }
        if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
        guard elements[child] < element else { break }
        elements[gap] = elements[child]
        gap = child
      }
      elements[gap] = element
    }
  }
}

extension Heap: Sendable where Element: Sendable {}
