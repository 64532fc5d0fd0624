import Dispatch
import Foundation

/// Runs work on threads with large stacks. SwiftSyntax recurses for each nesting level of the code
/// that it parses, and scanned code may be nested arbitrarily deeply. Large stacks cost little,
/// because only the used part of a stack occupies memory.
package enum DeepThreads {
  private static let stackSize = 512 << 20

  /// Calls `body` on another thread, and returns its result.
  package static func run<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    map(1) { _ in body() }[0]
  }

  /// Calls `body` with each index from 0 to `count - 1`, using all cores, and returns the results
  /// in index order. If the system cannot create any thread, the current thread does the work.
  static func map<Result: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    let work = Work<Result>(count: count)
    let group = DispatchGroup()
    for _ in 0..<min(count, ProcessInfo.processInfo.activeProcessorCount) {
      group.enter()
      let isStarted = start {
        work.finish(body)
        group.leave()
      }
      if !isStarted { group.leave() }
    }
    group.wait()
    work.finish(body)
    return work.results
  }

  /// Starts a thread with a large stack, and returns whether the system could create it. This
  /// function does not use `Thread`, which ignores errors.
  private static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Glibc)
    var thread = pthread_t()
    #else
    var thread: pthread_t?
    #endif
    let start = Unmanaged.passRetained(Start(body))
    let code = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
      let attributes = buffer.baseAddress!
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, stackSize)
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      return pthread_create(
        &thread,
        attributes,
        { context in
          // The type of `context` is optional on Linux, but not on macOS.
          let context: UnsafeMutableRawPointer? = context
          Unmanaged<Start>.fromOpaque(context!).takeRetainedValue().body()
          return nil
        },
        start.toOpaque()
      )
    }
    if code != 0 { start.release() }
    return code == 0
  }

  /// The code that a new thread runs.
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
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

    /// Calls `body` with each of the remaining indices.
    func finish(_ body: (Int) -> Result) {
      while let number = lock.withLock({ rest.popFirst() }) {
        let result = body(number)
        lock.withLock { kept[number] = result }
      }
    }

    var results: [Result] { lock.withLock { kept.map { $0! } } }
  }
}
