import Dependence
import Foundation

/// A gate that blocks threads until it is opened. Tasks must not call ``wait()``, because they
/// would block threads of the pool.
final class Gate: Sendable {
  private let monitor = Monitor(false)

  func open() {
    monitor.withLock { $0 = true }
    monitor.wakeAll()
  }

  func wait() { monitor.wait { $0 } }
}

/// Runs `operation` on a new thread, where it is allowed to block.
func onThread<Result: Sendable>(_ operation: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: operation()) }.start()
  }
}

extension DependencyRoot {
  /// Runs `operation` in a separate dependency root.
  static func separate(_ operation: () -> Void) {
    let root = DependencyRoot(owner: Frame.current.root.owner, part: "a part")
    defer { root.close() }
    Frame.bind(RootFrame(root), operation)
  }
}
