import Dependence

extension ParallelCheck {
  /// Checks that code run through `captureDependencies()` reads the captured override. Also checks
  /// that the code's issues are reported to the test that captured the scope, even after that test
  /// has ended. Returns an array with one sentence that lists all violations, or an empty array if
  /// there are none.
  func lostCaptures(_ random: inout some RandomNumberGenerator) async -> [String] {
    let scopes = (1...Self.rootCount).map { number in
      CapturedScope(number: number, makeRoot: container.makeRoot)
    }
    for scope in scopes {
      await scope.root.enter {
        await container.bind(values[scope.number]) {
          let capture = container.capture()
          scope.capture.withLock { $0 = capture }
        }
      }
    }

    let isForeign = await visit(scopes.shuffled(using: &random)) { scope in
      container.report(scope.message("before"))
      return identityHere() != identity(of: scope.number)
    }
    for scope in scopes { scope.root.close() }
    _ = await visit(scopes.shuffled(using: &random)) { scope in
      container.report(scope.message("after"))
      _ = container.read()
      return false
    }

    return sentences(about: scopes, withForeignReads: isForeign.count { $0 })
  }

  private func visit(
    _ scopes: [CapturedScope<Value>],
    _ use: @escaping @Sendable (CapturedScope<Value>) -> Bool
  ) async -> [Bool] {
    let gate = StartingGate(for: scopes.count)
    let tasks = scopes.map { scope in
      Task.detached {
        await gate.arrive()
        var result = false
        let capture = scope.capture.withLock { $0 }
        capture? { result = use(scope) }
        return result
      }
    }
    var results: [Bool] = []
    for task in tasks { results.append(await task.value) }
    return results
  }

  private func sentences(
    about scopes: [CapturedScope<Value>],
    withForeignReads foreign: Int
  ) -> [String] {
    let messages = Set(scopes.flatMap { [$0.message("before"), $0.message("after")] })
    let mine = { (scope: CapturedScope<Value>, time: String) in
      scope.owner.issues.contains { $0.message == scope.message(time) }
    }
    let counts = [
      ("a read did not return the captured override", foreign),
      ("an issue did not reach its test", scopes.count { !mine($0, "before") }),
      (
        "an issue reached another test",
        scopes.count { scope in
          scope.owner.issues.contains { issue in
            messages.contains(issue.message) && issue.message != scope.message("before")
              && issue.message != scope.message("after")
          }
        }
      ),
      (
        "a read after the end of the test did not report an issue with the name of the test",
        scopes.count { scope in
          !scope.owner.issues.contains {
            $0.kind == .lateRead && $0.message.contains("\"\(scope.owner.name)\"")
          }
        }
      ),
      (
        "an issue after the end of the test did not reach its test",
        scopes.count { !mine($0, "after") }
      ),
    ]
    passOn(
      scopes.flatMap(\.owner.issues).filter {
        $0.kind != .lateRead && !messages.contains($0.message)
      }
    )
    let wrong = counts.filter { $0.1 > 0 }.map { "\($0.0) (\($0.1) of \(scopes.count))" }
    guard !wrong.isEmpty else { return [] }
    return [
      """
      In code that ran through captureDependencies(), \(wrong.joined(separator: "; ")). Such code must use the scope that \
      was captured. Let the property in DependencyValues read self[Key.self], which uses that scope.
      """
    ]
  }
}

/// A dependency scope that a test has captured, together with that test. A ``ParallelCheck`` runs
/// code in the scope twice. While the test is running, the code must read the captured override.
/// After the test has ended, each read must be reported as an issue.
private struct CapturedScope<Value: Sendable>: Sendable {
  let number: Int
  let owner: CheckedOwner
  let root: ContainerUnderTest<Value>.Root
  let capture = Lock<ContainerUnderTest<Value>.Capture?>(nil)

  init(number: Int, makeRoot: (any IssueOwner) -> ContainerUnderTest<Value>.Root) {
    self.number = number
    owner = CheckedOwner("captured \(number)")
    root = makeRoot(owner)
  }

  func message(_ time: String) -> String { "reported \(time) the end of \(owner.name)" }
}
