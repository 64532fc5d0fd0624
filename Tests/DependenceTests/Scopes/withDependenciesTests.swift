@testable import Dependence
@testable import DependenceKernel
import DependenceTesting
import TestKeys
import Testing

private struct Failure: Error {}

/// A result that is not `Sendable`, and thus cannot cross isolation boundaries.
private final class NotSendable {
  var number = 0
}

struct withDependenciesTests {
  @Test func `an override applies only inside its operation`() {
    let seen = withDependencies {
      $0.number = 10
    } operation: {
      DependencyValues.current.number
    }

    #expect(seen == 10)
    #expect(DependencyValues.current.number == 3)
  }

  @Test func `nested scopes compose, and the innermost wins`() {
    withDependencies {
      $0.number = 10
      $0.text = "outer"
    } operation: {
      withDependencies {
        $0.number += 1
      } operation: {
        #expect(DependencyValues.current.number == 11)
        #expect(DependencyValues.current.text == "outer")
      }
      #expect(DependencyValues.current.number == 10)
    }
  }

  @Test func `the last assignment of a scope wins`() {
    withDependencies {
      $0.number = 10
      $0.number = 12
    } operation: {
      #expect(DependencyValues.current.number == 12)
    }
  }

  @Test func `an error is rethrown and ends the scope`() async {
    #expect(throws: Failure.self) {
      try withDependencies {
        $0.number = 10
      } operation: {
        throw Failure()
      }
    }
    await #expect(throws: Failure.self) {
      try await withDependencies {
        $0.number = 10
        throw Failure()
      } operation: {
        await Task.yield()
        Issue.record("must not run")
      }
    }

    #expect(DependencyValues.current.number == 3)
  }

  @Test func `an operation can return a non-Sendable value`() async {
    let sync = withDependencies {
      $0.number = 10
    } operation: {
      NotSendable()
    }
    let async = await withDependencies {
      $0.number = 10
    } operation: {
      await Task.yield()
      return NotSendable()
    }

    sync.number += async.number
    #expect(sync.number == 0)
  }

  @MainActor
  @Test func `an operation runs in the caller's isolation`() async {
    await withDependencies {
      $0.number = await Task { 10 }.value
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      #expect(DependencyValues.current.number == 10)
    }
  }

  @Test func `structured and unstructured child tasks inherit overrides`() async {
    await withDependencies {
      $0.number = 10
    } operation: {
      async let child = DependencyValues.current.number
      let grandchildren = await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { DependencyValues.current.number } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let task = await Task { DependencyValues.current.number }.value

      #expect(await child == 10)
      #expect(grandchildren == [10, 10, 10, 10])
      #expect(task == 10)
    }
  }

  @Test func `detached tasks do not inherit overrides`() async {
    await withDependencies {
      $0.number = 10
    } operation: {
      let detached = await Task.detached { DependencyValues.current.number }.value
      #expect(detached == 3)
    }
  }

  @Test func `a task that outlives its scope keeps the overrides`() async {
    let (release, gate) = AsyncStream.makeStream(of: Void.self)
    let task = withDependencies {
      $0.token = Token()
      $0.number = 10
    } operation: {
      Task {
        for await _ in release {}
        return DependencyValues.current.number
      }
    }

    gate.finish()

    #expect(await task.value == 10)
  }

  @Test func `an assignment ends in its own root even if values of another root are assigned`() {
    let (own, other) = (DependencyRoot(owner: nil), DependencyRoot(owner: nil))
    let values = Frame.bind(other.bottom) { DependencyValues.current }

    Frame.bind(own.bottom) {
      withDependencies {
        $0 = values
      } operation: {
        #expect(!own.isAssigning)
      }
    }
    other.beginAssignment()
    #expect(other.isAssigning)
  }

  @Test func `an overriding value is released with its last scope`() {
    weak var weakToken: Token?
    withDependencies {
      let token = Token()
      weakToken = token
      $0.token = token
    } operation: {
      #expect(weakToken != nil)
    }

    #expect(weakToken == nil)
  }
}
