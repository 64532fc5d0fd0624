import Dispatch
import Foundation
import Synchronization

/// Threads whose stacks are as deep as source code may be nested.
///
/// The parser and the visitors of SwiftSyntax call themselves for each level, and what somebody feeds
/// to a scan has as many levels as it likes. Of a stack only what is used takes memory.
enum DeepThreads {
  private static let stackSize = 512 << 20

  /// Calls `body` with every number below `count`, on all cores, and returns when that is done.
  static func forEach(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let numbers = Numbers(count: count)
    let group = DispatchGroup()
    for _ in 0..<min(count, ProcessInfo.processInfo.activeProcessorCount) {
      group.enter()
      let thread = Thread {
        while let number = numbers.next() { body(number) }
        group.leave()
      }
      thread.stackSize = stackSize
      thread.start()
    }
    group.wait()
  }

  private final class Numbers: Sendable {
    private let count: Int
    private let taken = Atomic<Int>(0)

    init(count: Int) { self.count = count }

    func next() -> Int? {
      let number = taken.add(1, ordering: .relaxed).oldValue
      return number < count ? number : nil
    }
  }
}
