@testable import DependenceSimulation

extension Escape {
  static let deinits = [
    Escape(
      "an isolated deinit of the real main actor",
      .mainActor(.real),
      sees: [.inside("deinit")]
    ) {
      witness in
      _ = OnMainActor { witness.see("deinit") }
    },
    Escape(
      "an isolated deinit of the virtual main actor",
      .mainActor(.virtual),
      sees: [.inside("deinit")]
    ) {
      witness in
      _ = OnMainActor { witness.see("deinit") }
    },
    Escape("an isolated deinit of a global actor", sees: [.inside("deinit")]) { witness in
      _ = OnDeinitActor { witness.see("deinit") }
    },
    Escape("an isolated deinit of an actor", sees: [.inside("deinit")]) { witness in
      let room = Mortal { witness.see("deinit") }
      await room.enter()
    },
    Escape("an isolated deinit that starts a task", sees: [.inside("task", .seconds(1))]) {
      witness in
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      do {
        _ = Mortal {
          Task {
            try? await Task.sleep(for: .seconds(1))
            witness.see("task")
            continuation.finish()
          }
        }
      }
      for await _ in stream {}
    },
    Escape(
      "an isolated deinit in a detached task",
      sees: [.inside("deinit"), .inside("main actor")]
    ) {
      witness in
      await Task.detached {
        _ = Mortal { witness.see("deinit") }
        _ = OnMainActor { witness.see("main actor") }
      }.value
    },
  ]

  @MainActor private final class OnMainActor {
    private let end: @Sendable () -> Void

    nonisolated init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    isolated deinit {
      MainActor.preconditionIsolated()
      end()
    }
  }

  // Only one test case uses this actor. Test cases run concurrently, and simulations that share an
  // actor influence each other.
  @globalActor private actor DeinitActor {
    static let shared = DeinitActor()
  }

  @DeinitActor private final class OnDeinitActor {
    private let end: @Sendable () -> Void

    nonisolated init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    isolated deinit {
      DeinitActor.shared.preconditionIsolated()
      end()
    }
  }

  private actor Mortal {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    func enter() {}

    isolated deinit {
      preconditionIsolated()
      end()
    }
  }
}
