import Dispatch
import Foundation

/// Threads with stacks large enough for deeply nested source code. SwiftSyntax recurses for every
/// level, and scanned files may be nested arbitrarily. Only the used part of a stack takes memory.
enum DeepThreads {
  private static let stackSize = 512 << 20

  /// Returns the results of `body` for the numbers below `count`, computed on all cores.
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
    // Guards the variables below. ThreadSanitizer does not support `Mutex` on Linux.
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
