import Dependence

extension Bug {
  /// Bugs caused by a cancellation at an unfortunate moment.
  static let cancellations = [
    Bug("a handler that comes before its continuation") { isFixed in
      let waiter = Waiter()
      let task = Task { await waiter.wait(isFixed) }
      await pause()
      task.cancel()
      await task.value
      return true
    },
    Bug("a permit that is lost with its task") { isFixed in
      let permits = Permits()
      await permits.acquire()
      let cancelled = Task {
        await permits.acquire()
        if Task.isCancelled, !isFixed { return }
        await permits.release()
      }
      await pause()
      cancelled.cancel()
      await permits.release()
      await permits.acquire()
      return true
    },
    Bug("a saved draft of a cancelled edit") { isFixed in
      let saved = Shared(0)
      let isDiscarded = Shared(false)
      let save = Task {
        await pause()
        if Task.isCancelled { return }
        await pause()
        if isFixed, Task.isCancelled { return }
        saved.value = isDiscarded.value ? 2 : 1
      }
      await pause(2)
      save.cancel()
      isDiscarded.value = true
      await save.value
      return saved.value < 2
    },
    Bug("two mirrors that both pay") { isFixed in
      let paid = Shared(0)
      await withTaskGroup(of: Bool.self) { group in
        for mirror in 1...2 {
          group.addTask {
            await pause(mirror * 3)
            if Task.isCancelled { return false }
            if isFixed {
              return paid.change { paid in
                if paid == 0 { paid += 1 }
                return true
              }
            }
            paid.change { $0 += 1 }
            return true
          }
        }
        _ = await group.next()
        group.cancelAll()
      }
      return paid.value == 1
    },
  ]
}

private final class Waiter: Sendable {
  private let state = Shared<(continuation: CheckedContinuation<Void, Never>?, isOver: Bool)>(
    (nil, false)
  )

  func wait(_ isFixed: Bool) async {
    await withTaskCancellationHandler {
      await pause()
      await withCheckedContinuation { continuation in
        let isOver = state.change { state in
          if isFixed, state.isOver { return true }
          state.continuation = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.change { state in
        state.isOver = true
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume()
    }
  }
}

private actor Permits {
  private var count = 1
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func acquire() async {
    if count > 0 { return count -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  func release() {
    if waiting.isEmpty { count += 1 } else { waiting.removeFirst().resume() }
  }
}
