import Dependence
import Foundation
import TestKeys
import Testing

extension BehaviorTests {
  /// A function that runs a closure in a particular context and returns its result.
  private typealias ExecutionContext = @Sendable (@escaping @Sendable () -> Bool) async -> Bool

  static let propagation: [String: Experiment] = executionContexts.mapValues { context in
    { await withScope(context) }
  }

  private static func withScope(_ context: ExecutionContext) async -> [String] {
    await withDependencies {
      $0[Tested.self] = "scope"
    } operation: {
      let isInScope: @Sendable () -> Bool = { Dependency(Tested.self).wrappedValue == "scope" }
      let scope = captureDependencies()
      #expect(await context { scope.run(isInScope) }, "a capture reaches every place")
      return [await context(isInScope) ? "yes" : "no"]
    }
  }

  private static let executionContexts: [String: ExecutionContext] = [
    "`async let`": { isInScope in
      async let seen = isInScope()
      return await seen
    },
    "`group.addTask { }`": { isInScope in
      await withTaskGroup(of: Bool.self) { group in
        group.addTask { isInScope() }
        return await group.next() ?? false
      }
    },
    "`Task { }`": { isInScope in await Task { isInScope() }.value },
    "`Task.immediate { }`": { isInScope in await Task.immediate { isInScope() }.value },
    "`await MainActor.run { }`": { isInScope in await MainActor.run { isInScope() } },
    "A method of an actor": { isInScope in await ReadingActor().isInScope(isInScope) },
    "`withCheckedContinuation { }`": { isInScope in
      await withCheckedContinuation { $0.resume(returning: isInScope()) }
    },
    "`Task.detached { }`": { isInScope in await Task.detached { isInScope() }.value },
    "`DispatchQueue.async { }`": { isInScope in
      await withCheckedContinuation { done in
        DispatchQueue.global().async { done.resume(returning: isInScope()) }
      }
    },
    "`OperationQueue.addOperation { }`": { isInScope in
      await withCheckedContinuation { done in
        OperationQueue().addOperation { done.resume(returning: isInScope()) }
      }
    },
    "`Thread { }`": { isInScope in
      await withCheckedContinuation { done in
        Thread { done.resume(returning: isInScope()) }.start()
      }
    },
    "An observer of `NotificationCenter`, if code outside the scope posts": { isInScope in
      let center = NotificationCenter()
      let name = Notification.Name("looked at")
      let seen = Lock(false)
      let observer = center.addObserver(forName: name, object: nil, queue: nil) { _ in
        let result = isInScope()
        seen.withLock { $0 = result }
      }
      defer { center.removeObserver(observer) }
      await Task.detached { center.post(name: name, object: nil) }.value
      return seen.withLock { $0 }
    },
    "A stored closure that code outside the scope calls": { isInScope in
      let kept = Lock<[@Sendable () -> Bool]>([isInScope])
      return await Task.detached { kept.withLock { $0 }[0]() }.value
    },
    "A `deinit`, if code outside the scope releases the last reference": { isInScope in
      let seen = Lock(false)
      let last = Lock<Leaver?>(
        Leaver {
          let result = isInScope()
          seen.withLock { $0 = result }
        }
      )
      await Task.detached { _ = last.withLock { $0.take() } }.value
      return seen.withLock { $0 }
    },
  ]

  private actor ReadingActor {
    func isInScope(_ isInScope: @Sendable () -> Bool) -> Bool { isInScope() }
  }

  private final class Leaver: Sendable {
    let leave: @Sendable () -> Void
    init(leave: @escaping @Sendable () -> Void) { self.leave = leave }
    deinit { leave() }
  }
}
