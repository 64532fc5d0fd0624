import DependenceTesting
import Testing

@testable import DependenceKernel

@Suite(.serialized) struct AmbientScopesTests {
  /// Remembers `frame`, and returns whether the current task then finds it. Tasks of other tests
  /// may replace the entry in the table before it is found, so this function tries several times.
  private static func remembers(_ frame: Frame) -> Bool {
    (0..<1_000).contains { _ in
      AmbientScopes.remember(frame)
      return AmbientScopes.current === frame
    }
  }

  @Test func `a task finds the scope that it has remembered, and other tasks do not`() async {
    let frame = RootFrame(DependencyRoot(owner: nil))
    let isFoundByChild = await Task.detached {
      guard Self.remembers(frame) else { return true }
      return await Task { AmbientScopes.current === frame }.value
    }.value
    #expect(!isFoundByChild)
    #expect(await Task.detached { AmbientScopes.current == nil }.value)
  }

  @Test func `a remembered scope does not apply in the scope of a suite`() async {
    let frame = RootFrame(DependencyRoot(owner: nil))
    let suite = RootFrame(DependencyRoot(owner: nil))
    let found = await Task.detached {
      let isRemembered = Self.remembers(frame)
      return (isRemembered, Bound.suiteFrame.withValue(suite) { AmbientScopes.current })
    }.value
    #expect(found.0)
    #expect(found.1 == nil)
  }

  @Test func `tasks that remember scopes at the same time never find the scope of another`() async {
    // The table has 64 entries, and the identifier of a task selects its entry. Tasks that are
    // created one after another have consecutive identifiers, so every 64th task uses the same
    // entry.
    let tasks = (0..<256).map { index in
      Task.detached {
        let frame = RootFrame(DependencyRoot(owner: nil))
        var wrong = 0
        for _ in 0..<(index % 64 == 0 ? 500_000 : 0) {
          AmbientScopes.remember(frame)
          if let found = AmbientScopes.current, found !== frame { wrong += 1 }
        }
        return wrong
      }
    }
    var wrong = 0
    for task in tasks { wrong += await task.value }
    #expect(wrong == 0)
  }
}
