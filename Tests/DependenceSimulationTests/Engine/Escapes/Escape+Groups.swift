@testable import DependenceSimulation
import Testing

extension Escape {
  static let groups = [
    Escape("a group", sees: [.inside("0"), .inside("1"), .inside("later", .seconds(1))]) {
      witness in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<2 { group.addTask { witness.see("\(number)") } }
        await group.waitForAll()
        group.addTask {
          try? await Task.sleep(for: .seconds(1))
          witness.see("later")
        }
      }
    },
    Escape("a throwing group", sees: [.inside("cancelled", .seconds(1))]) { witness in
      await #expect(throws: Wrong.self) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            try? await Task.sleep(for: .seconds(9))
            if Task.isCancelled { witness.see("cancelled") }
          }
          group.addTask {
            try await Task.sleep(for: .seconds(1))
            throw Wrong()
          }
          for try await _ in group {}
        }
      }
    },
    Escape("a discarding group", sees: [.inside("0"), .inside("1")]) { witness in
      await withDiscardingTaskGroup { group in
        for number in 0..<2 { group.addTask { witness.see("\(number)") } }
      }
    },
    Escape("a throwing discarding group", sees: [.inside("cancelled", .seconds(1))]) { witness in
      await #expect(throws: Wrong.self) {
        try await withThrowingDiscardingTaskGroup { group in
          group.addTask {
            try? await Task.sleep(for: .seconds(9))
            if Task.isCancelled { witness.see("cancelled") }
          }
          group.addTask {
            try await Task.sleep(for: .seconds(1))
            throw Wrong()
          }
        }
      }
    },
    Escape("an immediate child", sees: [.inside("child"), .inside("after a hop")]) { witness in
      await withTaskGroup(of: Void.self) { group in
        group.addImmediateTask {
          witness.see("child")
          await Task.yield()
          witness.see("after a hop")
        }
      }
    },
    Escape("a group in a group in a detached task", sees: [.inside("child")]) { witness in
      await Task.detached {
        await withTaskGroup(of: Void.self) { outer in
          outer.addTask {
            await withTaskGroup(of: Void.self) { inner in
              inner.addTask { witness.see("child") }
            }
          }
        }
      }.value
    },
  ]

  struct Wrong: Error {}
}
