import Synchronization

/// Keeps what a fake is called with, on whatever thread that happens.
package final class Recorder<Element: Sendable>: Sendable {
  private let storage = Mutex<[Element]>([])

  package init() {}

  /// Everything so far, oldest first.
  package var elements: [Element] { storage.withLock { $0 } }

  package func record(_ element: Element) {
    storage.withLock { $0.append(element) }
  }
}
