import Dispatch
import Foundation

/// Runs work on threads with large stacks. SwiftSyntax recurses for each nesting level of the code
/// that it parses, and scanned code may be nested arbitrarily deeply. Large stacks cost little,
/// because only the used part of a stack occupies memory.
enum DeepThreads {
  private static let stackSize = 512 << 20

  /// Calls `body` with each index from 0 to `count - 1`, using all cores, and returns the results
  /// in index order.
  static func map<Result: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let work = Work<Result>(count: count)
    let group = DispatchGroup()
    for _ in 0..<min(count, ProcessInfo.processInfo.activeProcessorCount) {
      group.enter()
      let thread = Thread {
        while let number = work.next() { work.keep(body(number), of: number) }
        group.leave()
      }
      thread.stackSize = stackSize
      thread.start()
    }
    group.wait()
    return work.results
  }

  private final class Work<Result: Sendable>: @unchecked Sendable {
    // This class is `@unchecked Sendable` because `lock` protects all of its variables. The lock is
    // an `NSLock` because ThreadSanitizer does not support `Mutex` on Linux.
    private let lock = NSLock()
    private var rest: Range<Int>
    private var kept: [Result?]

    init(count: Int) {
      rest = 0..<count
      kept = Array(repeating: nil, count: count)
    }

    func next() -> Int? { lock.withLock { rest.popFirst() } }
    func keep(_ result: Result, of number: Int) { lock.withLock { kept[number] = result } }
    var results: [Result] { lock.withLock { kept.map { $0! } } }
  }
}
