@testable import DependenceSimulation
import Testing

extension Escape {
  static let mainActor = [
    ("real", SimulationOption.MainActor.real), ("virtual", .virtual),
  ].flatMap { name, executor in
    [
      Escape(
        "the \(name) main actor",
        .mainActor(executor),
        sees: [.inside("function"), .inside("after")]
      ) {
        witness in
        await onMainActor {
          witness.see("function")
          #expect(executor == .virtual || MainThread.isCurrent)
        }
        witness.see("after")
      },
      Escape("MainActor.run, \(name)", .mainActor(executor), sees: [.inside("run")]) { witness in
        await MainActor.run {
          MainActor.assertIsolated()
          witness.see("run")
        }
      },
      Escape(
        "a task of the \(name) main actor",
        .mainActor(executor),
        sees: [
          .inside("task"), .inside("inherited", .seconds(1)), .inside("immediate"),
          .inside("detached"),
        ]
      ) { witness in
        await Task { @MainActor in
          witness.see("task")
          let inherited = Task {
            try? await Task.sleep(for: .seconds(1))
            MainActor.assertIsolated()
            witness.see("inherited")
          }
          let immediate = Task.immediate {
            MainActor.assertIsolated()
            await Task.yield()
            witness.see("immediate")
          }
          let detached = Task.detached {
            await MainActor.run { witness.see("detached") }
          }
          await inherited.value
          await immediate.value
          await detached.value
        }.value
      },
      Escape(
        "what is assumed on the \(name) main actor",
        .mainActor(executor),
        sees: [.inside("assumed")]
      ) {
        witness in
        await MainActor.run {
          MainActor.assumeIsolated { witness.see("assumed") }
        }
      },
      Escape(
        "children on the \(name) main actor",
        .mainActor(executor),
        sees: [.inside("0"), .inside("1")]
      ) {
        witness in
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<2 { group.addTask { @MainActor in witness.see("\(number)") } }
        }
      },
    ]
  }

  @MainActor private static func onMainActor(_ action: @Sendable () -> Void) {
    MainActor.preconditionIsolated()
    action()
  }
}
