import Dispatch
import Foundation

/// Threads whose stacks are as deep as source code may be nested.
/// The parser and the visitors of SwiftSyntax call themselves for each level, and what somebody feeds
/// to a scan has as many levels as it likes. Of a stack only what is used takes memory.
enum DeepThreads {
  private static let stackSize = 512 << 20

  /// The results of `body` for every number below `count`, from all cores.
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
    // Guards what follows. Not `Mutex`, which ThreadSanitizer cannot see on Linux.
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
