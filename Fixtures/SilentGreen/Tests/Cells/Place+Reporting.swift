import Dependence
import Dispatch
import Foundation
import Synchronization

extension Place {
  /// Reports the error at this place, and then calls `done`. For a late place, this function only
  /// prepares the report, and the next test triggers it.
  func run(_ report: Report, then done: @escaping @Sendable () -> Void) {
    switch self {
    case .nowhere, .configuration, .setUp, .tearDown:
      done()
    case .sameTask:
      report()
      done()
    case .childTask:
      Task {
        report()
        done()
      }
    case .detachedCaptured:
      let scope = captureDependencies()
      Task.detached {
        scope.run { report() }
        done()
      }
    case .detachedBare:
      Task.detached {
        report()
        done()
      }
    case .queueCaptured, .queueThenSkipCaptured:
      let scope = captureDependencies()
      DispatchQueue.global().async {
        scope.run { report() }
        done()
      }
    case .queueBare:
      DispatchQueue.global().async {
        report()
        done()
      }
    case .threadCaptured:
      let scope = captureDependencies()
      Thread.detachNewThread {
        scope.run { report() }
        done()
      }
    case .threadBare:
      Thread.detachNewThread {
        report()
        done()
      }
    case .deinit:
      _ = Released { report() }
      done()
    case .deinitOnThreadCaptured:
      let owner = Owner(Released(captureDependencies().wrap { report() }))
      Thread.detachNewThread {
        owner.release()
        done()
      }
    case .isolatedDeinitCaptured:
      let report = captureDependencies().wrap { report() }
      _ = ReleasedOnActor {
        report()
        done()
      }
    case .isolatedDeinitBare:
      _ = ReleasedOnActor {
        report()
        done()
      }
    case .streamEnd:
      let (_, continuation) = AsyncStream.makeStream(of: Never.self)
      continuation.onTermination = { _ in report() }
      continuation.finish()
      done()
    case .streamEndOnThreadCaptured:
      let (_, continuation) = AsyncStream.makeStream(of: Never.self)
      let report = captureDependencies().wrap { report() }
      continuation.onTermination = { _ in report() }
      Thread.detachNewThread {
        continuation.finish()
        done()
      }
    case .lateTask:
      Task { await Afterwards.run { report() } }
      done()
    case .lateDetachedCaptured:
      let scope = captureDependencies()
      Task.detached { await Afterwards.run { scope.run { report() } } }
      done()
    case .lateDetachedBare:
      Task.detached { await Afterwards.run { report() } }
      done()
    case .lateCallbackCaptured, .lateCallbackKnownCaptured:
      Afterwards.callback.set(captureDependencies().wrap { report() })
      done()
    case .lateReadCaptured:
      let scope = captureDependencies()
      Task.detached { await Afterwards.run { scope.run { _ = Number().value } } }
      done()
    case .lastTask:
      Task {
        try? await Task.sleep(for: .milliseconds(300))
        report()
      }
      done()
    case .lastDetachedCaptured:
      let scope = captureDependencies()
      Task.detached {
        try? await Task.sleep(for: .milliseconds(300))
        scope.run { report() }
      }
      done()
    case .processExitCaptured:
      Afterwards.atExit.set(captureDependencies().wrap { report() })
      atexit { Afterwards.atExit.call() }
      done()
    }
  }
}

/// An object that calls a closure when it is deallocated.
private final class Released: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  deinit { action() }
}

@globalActor private actor Elsewhere {
  static let shared = Elsewhere()
}

/// An object that calls a closure on another actor when it is deallocated.
@Elsewhere private final class ReleasedOnActor {
  private let action: @Sendable () -> Void

  nonisolated init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  isolated deinit { action() }
}

/// An object that holds the only reference to another object until `release()` is called.
private final class Owner: Sendable {
  private let object: Mutex<Released?>

  init(_ object: Released) {
    self.object = Mutex(object)
  }

  func release() {
    _ = object.withLock { object in
      defer { object = nil }
      return object
    }
  }
}

private struct Number {
  private enum Key: DependencyKey {
    static var liveValue: Int { 1 }
    static var testValue: Int { 2 }
  }

  @Dependency(Key.self) var value
}
