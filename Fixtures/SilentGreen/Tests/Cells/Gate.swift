import Dispatch
import Synchronization

/// An event that happens once, and for which tasks and threads can wait.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for action in waiting { action() }
  }

  func whenOpen(_ action: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(action) }
      return state.isOpen
    }
    if isOpen { action() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
  }

  func waitOnThread() {
    let semaphore = DispatchSemaphore(value: 0)
    whenOpen { semaphore.signal() }
    semaphore.wait()
  }
}
