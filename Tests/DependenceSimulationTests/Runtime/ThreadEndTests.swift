import Foundation
import TestEffort
import Testing

/// Tests that the functions that this library replaces can be called while a thread ends.
@Suite struct ThreadEndTests {
  private final class Counter {
    var value = 0
    func increase() { value += 1 }
  }

  @Test(.enabled(if: Effort.isWatched))
  func `a thread that uses Foundation can end under ThreadSanitizer`() async {
    // An error would crash the process only if ThreadSanitizer's history of the ending thread has
    // just filled a page. The threads therefore have histories of different lengths.
    for number in 0..<3_000 {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          _ = RunLoop.current
          let counter = Counter()
          for _ in 0..<number % 512 { counter.increase() }
          continuation.resume()
        }
      }
    }
  }
}
