import Dependence
import Foundation
import TestKeys
import Testing

extension BehaviourTests {
  /// Runs a closure somewhere, and gives what it said.
  private typealias Place = @Sendable (@escaping @Sendable () -> Bool) async -> Bool

  static let propagation: [String: Experiment] = places.mapValues { place in
    { await withScope(place) }
  }

  private static func withScope(_ place: Place) async -> [String] {
    await withDependencies {
      $0[Tested.self] = "scope"
    } operation: {
      let look: @Sendable () -> Bool = { Dependency(Tested.self).wrappedValue == "scope" }
      let continuation = captureDependencies()
      #expect(await place { continuation.yield(look) }, "a capture reaches every place")
      return [await place(look) ? "yes" : "no"]
    }
  }

  private static let places: [String: Place] = [
    "`async let`": { look in
      async let seen = look()
      return await seen
    },
    "`group.addTask { }`": { look in
      await withTaskGroup(of: Bool.self) { group in
        group.addTask { look() }
        return await group.next() ?? false
      }
    },
    "`Task { }`": { look in await Task { look() }.value },
    "`Task.immediate { }`": { look in await Task.immediate { look() }.value },
    "`await MainActor.run { }`": { look in await MainActor.run { look() } },
    "A method of an actor": { look in await Looker().look(look) },
    "`withCheckedContinuation { }`": { look in
      await withCheckedContinuation { $0.resume(returning: look()) }
    },
    "`Task.detached { }`": { look in await Task.detached { look() }.value },
    "`DispatchQueue.async { }`": { look in
      await withCheckedContinuation { done in
        DispatchQueue.global().async { done.resume(returning: look()) }
      }
    },
    "`OperationQueue.addOperation { }`": { look in
      await withCheckedContinuation { done in
        OperationQueue().addOperation { done.resume(returning: look()) }
      }
    },
    "`Thread { }`": { look in
      await withCheckedContinuation { done in
        Thread { done.resume(returning: look()) }.start()
      }
    },
    "An observer of `NotificationCenter`, if code outside the scope posts": { look in
      let center = NotificationCenter()
      let name = Notification.Name("looked at")
      let seen = Lock(false)
      let observer = center.addObserver(forName: name, object: nil, queue: nil) { _ in
        let answer = look()
        seen.withLock { $0 = answer }
      }
      defer { center.removeObserver(observer) }
      await Task.detached { center.post(name: name, object: nil) }.value
      return seen.withLock { $0 }
    },
    "A stored closure that code outside the scope calls": { look in
      let kept = Lock<[@Sendable () -> Bool]>([look])
      return await Task.detached { kept.withLock { $0 }[0]() }.value
    },
    "A `deinit`, if code outside the scope releases the last reference": { look in
      let seen = Lock(false)
      let last = Lock<Leaver?>(
        Leaver {
          let answer = look()
          seen.withLock { $0 = answer }
        }
      )
      await Task.detached { _ = last.withLock { $0.take() } }.value
      return seen.withLock { $0 }
    },
  ]

  private actor Looker {
    func look(_ look: @Sendable () -> Bool) -> Bool { look() }
  }

  private final class Leaver: Sendable {
    let leave: @Sendable () -> Void
    init(leave: @escaping @Sendable () -> Void) { self.leave = leave }
    deinit { leave() }
  }
}
