import Dependence
import DependenceTesting
import Foundation
import Synchronization
import TestKeys
import Testing

struct ScopeStressTests {
  @Dependency(\.number) private var number

  @Test func `concurrent tasks never see the values of other scopes`() async {
    let foreign = await withTaskGroup { group in
      for reader in 0..<64 {
        group.addTask { [self] in
          var foreign = 0
          for round in 0..<200 {
            if number != 3 { foreign += 1 }
            if round % 20 == reader % 20 { await Task.yield() }
          }
          return foreign
        }
      }
      for writer in 0..<64 {
        group.addTask { [self] in
          var foreign = 0
          for round in 0..<200 {
            let own = writer * 1_000 + round + 10
            await withDependencies {
              $0.number = own
            } operation: {
              if number != own { foreign += 1 }
              if round % 20 == writer % 20 { await Task.yield() }
              async let child = number
              if await child != own { foreign += 1 }
            }
          }
          return foreign
        }
      }
      return await group.reduce(0, +)
    }

    #expect(foreign == 0)
  }

  // If this test runs without a sanitizer, it detects the use of a released override only if the
  // use causes a crash.
  @Test func `a task can read an override while the default that started it is completed`() async {
    final class Holder: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    enum HolderKey: TestDependencyKey {
      static var testValue: Holder { Holder(-1) }
    }
    // An owner that ignores the issues about overrides that are no longer visible.
    struct Owner: IssueOwner {
      let name = "a test"
      func receive(_ issue: DependencyIssue) -> Bool { true }
      func scopeWillEscape() {}
    }
    let frame = RootFrame(DependencyRoot(owner: Owner()))
    // The code below blocks until a new task has started to run. It therefore runs on its own
    // thread, and not on a thread that runs tasks.
    let tasks = await withCheckedContinuation { continuation in
      Thread {
        let tasks = (0..<2_000).map { number in
          Frame.bind(frame) {
            withDependencies {
              $0[test: HolderKey.self] = Holder(number)
            } operation: {
              Lazy {
                let hasStarted = Atomic(false)
                let task = Task {
                  hasStarted.store(true, ordering: .releasing)
                  return Dependency(test: HolderKey.self).wrappedValue.number
                }
                while !hasStarted.load(ordering: .acquiring) { sched_yield() }
                return task
              }()
            }
          }
        }
        continuation.resume(returning: tasks)
      }.start()
    }

    for (number, task) in tasks.enumerated() {
      let read = await task.value
      #expect(read == number || read == -1)
    }
  }
}
