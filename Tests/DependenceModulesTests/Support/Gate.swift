import Dependence
import Foundation

/// A gate for threads, never for tasks.
final class Gate: Sendable {
  private let monitor = Monitor(false)

  func open() {
    monitor.withLock { $0 = true }
    monitor.wakeAll()
  }

  func wait() { monitor.wait { $0 } }
}

/// Runs `operation` on a thread of its own, so that it may block.
func onThread<Result: Sendable>(_ operation: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: operation()) }.start()
  }
}

extension DependencyRoot {
  /// Runs `operation` in a root of its own.
  static func separate(_ operation: () -> Void) {
    let root = DependencyRoot(owner: Frame.current.root.owner, part: "a part")
    defer { root.close() }
    Frame.bind(RootFrame(root), operation)
  }
}
