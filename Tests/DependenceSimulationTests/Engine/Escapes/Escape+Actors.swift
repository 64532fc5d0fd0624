@testable import DependenceSimulation
extension Escape {
  static let actors = [
    Escape("a default actor", sees: [.inside("actor"), .inside("after")]) { witness in
      await Room().enter { witness.see("actor") }
      witness.see("after")
    },
    Escape("many callers of an actor", sees: (0..<9).map { .inside("\($0)") }) { witness in
      let room = Room()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<9 { group.addTask { await room.enter { witness.see("\(number)") } } }
      }
    },
    Escape(
      "an actor that awaits itself",
      sees: [.inside("outer", .seconds(1)), .inside("inner", .seconds(1))]
    ) {
      witness in
      await Room().reenter(witness)
    },
    Escape(
      "a task of an actor",
      sees: [.inside("task"), .inside("immediate"), .inside("detached")]
    ) {
      witness in
      await Room().startTasks(witness)
    },
    Escape("actors that call each other", sees: [.inside("a"), .inside("b"), .inside("a again")]) {
      witness in
      let (a, b) = (Room(), Room())
      await Task {
        await a.enter { witness.see("a") }
        await b.enter { witness.see("b") }
        await a.enter { witness.see("a again") }
      }.value
    },
    Escape("a global actor", sees: [.inside("function"), .inside("task"), .inside("type")]) {
      witness in
      await onOwnActor { witness.see("function") }
      await Task { @OwnActor in witness.see("task") }.value
      await OnOwnActor().enter { witness.see("type") }
    },
  ]

  actor Room {
    func enter(_ action: @Sendable () -> Void) { action() }

    func reenter(_ witness: Witness) async {
      async let inner: Void = Task {
        try? await Task.sleep(for: .seconds(1))
        await self.enter { witness.see("inner") }
      }.value
      await inner
      witness.see("outer")
    }

    func startTasks(_ witness: Witness) async {
      let task = Task {
        self.enter { witness.see("task") }
      }
      let immediate = Task.immediate {
        await Task.yield()
        self.enter { witness.see("immediate") }
      }
      let detached = Task.detached { await self.enter { witness.see("detached") } }
      await task.value
      await immediate.value
      await detached.value
    }
  }

  // Each file declares its own global actor, because simulations that share an actor influence each
  // other.
  @globalActor actor OwnActor {
    static let shared = OwnActor()
  }

  @OwnActor private static func onOwnActor(_ action: @Sendable () -> Void) { action() }

  @OwnActor private final class OnOwnActor {
    nonisolated init() {}
    func enter(_ action: @Sendable () -> Void) { action() }
  }
}
