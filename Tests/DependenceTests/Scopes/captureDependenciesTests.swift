import Dependence
import DependenceTesting
import Dispatch
import Foundation
import TestKeys
import Testing

private struct Failure: Error, Equatable {
  var code: Int
}

struct captureDependenciesTests {
  @Test(.dependency(\.number, 10))
  func `a capture restores overrides in detached tasks, queues and threads`() async {
    let scope = captureDependencies()

    let detached = await Task.detached {
      await scope.run {
        await Task.yield()
        return DependencyValues.current.number
      }
    }.value
    let queued = await withCheckedContinuation { done in
      DispatchQueue.global().async {
        scope.run { done.resume(returning: DependencyValues.current.number) }
      }
    }
    let threaded = await withCheckedContinuation { done in
      Thread { scope.run { done.resume(returning: DependencyValues.current.number) } }
        .start()
    }

    #expect(detached == 10)
    #expect(queued == 10)
    #expect(threaded == 10)
  }

  @Test(arguments: [false, true])
  func `a capture restores the cached defaults of its test`(isEmpty: Bool) async {
    let token = DependencyValues.current.token
    let scope =
      isEmpty
      ? captureDependencies()
      : withDependencies {
        $0.number = 5
      } operation: {
        captureDependencies()
      }

    let detached = await Task.detached {
      scope.run { DependencyValues.current.token }
    }.value

    #expect(detached === token)
  }

  @Test func `a capture restores the reporters of its scope`() async {
    let recorder = IssueRecorder()
    let scope = withIssueReporter(recorder) { captureDependencies() }

    await Task.detached {
      scope.run { reportIssue("from afar") }
    }.value

    #expect(recorder.messages == ["from afar"])
  }

  @Test func `run returns the result and rethrows the error of its operation`() async {
    let scope = captureDependencies()

    #expect(scope.run { 5 } == 5)
    #expect(throws: Failure(code: 1)) { try scope.run { throw Failure(code: 1) } }
    await #expect(throws: Failure(code: 2)) {
      try await scope.run {
        await Task.yield()
        throw Failure(code: 2)
      }
    }
  }
}

// MARK: - Wrapping

struct CapturedDependenciesWrapTests {
  private let scope = withDependencies {
    $0.number = 10
  } operation: {
    captureDependencies()
  }

  @Test func `a wrapped closure of any arity runs in the captured scope`() async {
    let none = scope.wrap { DependencyValues.current.number }
    let one = scope.wrap { (a: Int) in DependencyValues.current.number + a }
    let three = scope.wrap { (a: Int, b: String, c: [Int]) in
      "\(DependencyValues.current.number + a)\(b)\(c)"
    }

    #expect(none() == 10)
    #expect(one(1) == 11)
    #expect(three(1, "x", [2]) == "11x[2]")
  }

  // In a release build, the optimizer of Swift 6.3 crashes on these calls if the closures have an empty
  // parameter pack.
  @Test func `an asynchronous function can call wrapped closures without parameters`() async {
    let number = scope.wrap { DependencyValues.current.number }
    let failing = scope.wrap { () throws -> Int in throw Failure(code: 7) }

    let result = number()
    let failure = try? failing()

    #expect(result == 10)
    #expect(failure == nil)
  }

  @Test func `a wrapped closure rethrows the error of the original closure`() throws {
    let wrapped = scope.wrap { (code: Int) throws -> Int in
      if code > 0 { throw Failure(code: code) }
      return DependencyValues.current.number
    }

    #expect(try wrapped(0) == 10)
    #expect(throws: Failure(code: 7)) { try wrapped(7) }
  }

  @Test func `a wrapped closure keeps its own isolation`() async {
    let wrapped = scope.wrap { @MainActor (a: Int) async -> Int in
      MainActor.assertIsolated()
      return DependencyValues.current.number + a
    }

    #expect(await wrapped(1) == 11)
  }

  @Test func `a wrapped asynchronous closure runs in the captured scope`() async throws {
    let plain = scope.wrap { (a: Int) async -> Int in
      await Task.yield()
      return DependencyValues.current.number + a
    }
    let throwing = scope.wrap { (a: Int, b: Int) async throws -> Int in
      await Task.yield()
      if a == 0 { throw Failure(code: b) }
      return DependencyValues.current.number + a + b
    }

    #expect(await plain(1) == 11)
    #expect(try await throwing(1, 2) == 13)
    await #expect(throws: Failure(code: 4)) { try await throwing(0, 4) }
  }
}
