@testable import DependenceSimulation
extension Escape {
  enum Local {
    @TaskLocal static var number = 0
  }

  static let tasks = [
    Escape("Task", sees: [.inside("task")]) { witness in
      await Task { witness.see("task") }.value
    },
    Escape("Task with a priority", sees: [.inside("high"), .inside("background")]) { witness in
      let background = Task(priority: .background) { witness.see("background") }
      await Task(priority: .high) {
        await background.value
        witness.see("high")
      }.value
    },
    Escape("Task.detached", sees: [.inside("detached"), .inside("detached in detached")]) {
      witness in
      await Task.detached {
        witness.see("detached")
        await Task.detached { witness.see("detached in detached") }.value
      }.value
    },
    Escape("Task.immediate", sees: [.inside("immediate"), .inside("after a hop")]) { witness in
      await Task.immediate {
        witness.see("immediate")
        await Task.yield()
        witness.see("after a hop")
      }.value
    },
    Escape("Task.immediateDetached", sees: [.inside("immediate"), .inside("after a hop")]) {
      witness in
      await Task.immediateDetached {
        witness.see("immediate")
        await Task.yield()
        witness.see("after a hop")
      }.value
    },
    Escape("async let", sees: [.inside("left"), .inside("right", .seconds(1))]) { witness in
      async let left: Void = witness.see("left")
      async let right: Void = {
        try? await Task.sleep(for: .seconds(1))
        witness.see("right")
      }()
      _ = await (left, right)
    },
    Escape("async let that nobody awaits", sees: [.inside("left", .seconds(1))]) { witness in
      async let _: Void = {
        await Task { try? await Task.sleep(for: .seconds(1)) }.value
        witness.see("left")
      }()
    },
    Escape("Task.yield", sees: [.inside("before"), .inside("after")]) { witness in
      witness.see("before")
      for _ in 0..<10 { await Task.yield() }
      witness.see("after")
    },
    Escape("nonisolated(nonsending)", sees: [.inside("nonsending"), .inside("after")]) { witness in
      await nonsending(witness)
      witness.see("after")
    },
    Escape("@concurrent", sees: [.inside("concurrent"), .inside("after")]) { witness in
      await concurrent(witness)
      witness.see("after")
    },
    Escape("task-locals", sees: [.inside("7"), .inside("detached 0"), .inside("child 7")]) {
      witness in
      await Local.$number.withValue(7) {
        await Task { witness.see("\(Local.number)") }.value
        await Task.detached { witness.see("detached \(Local.number)") }.value
        async let child: Void = witness.see("child \(Local.number)")
        await child
      }
    },
    Escape(
      "cancellation handlers",
      sees: [.inside("handler", .seconds(1)), .inside("end", .seconds(1))]
    ) {
      witness in
      let task = Task {
        await withTaskCancellationHandler {
          try? await Task.sleep(for: .seconds(9))
          witness.see("end")
        } onCancel: {
          witness.see("handler")
        }
      }
      try await Task.sleep(for: .seconds(1))
      task.cancel()
      await task.value
    },
    Escape("a task that a handler starts", sees: [.inside("task")]) { witness in
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      let task = Task {
        await withTaskCancellationHandler {
          for await _ in stream {}
        } onCancel: {
          Task {
            witness.see("task")
            continuation.finish()
          }
        }
      }
      task.cancel()
      await task.value
    },
    Escape("a task that a deinit starts", sees: [.inside("task")]) { witness in
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      do {
        let object = Dying {
          Task {
            witness.see("task")
            continuation.finish()
          }
        }
        await Task { _ = object }.value
      }
      for await _ in stream {}
    },
  ]

  private nonisolated(nonsending) static func nonsending(_ witness: Witness) async {
    await Task.yield()
    witness.see("nonsending")
  }

  @concurrent private static func concurrent(_ witness: Witness) async {
    await Task.yield()
    witness.see("concurrent")
  }

  /// An object that calls a closure when it is deallocated.
  final class Dying: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit { end() }
  }
}
