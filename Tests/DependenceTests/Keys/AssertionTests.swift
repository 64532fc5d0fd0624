import Dependence
import DependenceTesting
import TestKeys
import Testing

struct AssertionTests {
  @Dependency(\.assert) private var assert
  @Dependency(\.precondition) private var precondition
  @Dependency(\.assertionFailure) private var assertionFailure

  private let advice = "It may end the process of an app. Fix the code that violates its condition."

  @Test func `a condition that holds reports no issue and does not evaluate the message`() {
    func text() -> String {
      Issue.record("made")
      return ""
    }

    assert(1 < 2, text())
    precondition(1 < 2, text())
  }

  @Test func `in tests, a failed assertion reports an issue and the program continues`() {
    let line = #line + 2
    let issues = issues {
      assert(1 > 2, "one is not more than two")
      precondition(1 > 2, "one is not more than two")
      assertionFailure("one is not more than two")
    }

    #expect(issues.map(\.site.line) == [line, line + 1, line + 2])
    #expect(issues.map(\.kind) == [.general, .general, .general])
    #expect(
      Set(issues.map(\.message)) == ["An assertion failed: one is not more than two. \(advice)"]
    )
  }

  @Test func `a failed assertion without a message is reported`() {
    let issues = issues {
      assert(false)
      precondition(false)
      assertionFailure()
    }

    let message = "An assertion failed. \(advice)"
    #expect(issues.map(\.message) == [message, message, message])
  }

  @Test func `a condition is evaluated once`() {
    var count = 0
    func condition() -> Bool {
      count += 1
      return false
    }

    _ = issues {
      assert(condition())
      precondition(condition())
    }

    #expect(count == 2)
  }

  @Test func `an override can handle assertion failures`() {
    let failures = Lock<[String]>([])
    @Sendable func take(_ message: String, _ site: SourceSite) {
      failures.withLock { $0.append("\(message) \(site.line)") }
    }

    let line = #line + 5
    withDependencies {
      $0.assert = Assertion(take)
      $0.assertionFailure = AssertionFailure(take)
    } operation: {
      assert(true, "no")
      assert(false, "yes")
      assertionFailure("yes")
    }

    #expect(failures.withLock { $0 } == ["yes \(line + 1)", "yes \(line + 2)"])
  }
}

// MARK: - Outside tests

struct LiveAssertionTests {
  @Test(.dependency(\.context, .live)) func `in live apps, a condition that holds does not trap`() {
    @Dependency(\.assert) var assert
    @Dependency(\.precondition) var precondition

    assert(1 < 2)
    precondition(1 < 2)
  }

  @Test func `in live apps, a failed precondition traps with its message`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.precondition) var precondition
        precondition(1 > 2, "one is not more than two")
      }
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    // In release builds, Swift removes the message of a precondition.
    if isDebug { #expect(output.contains("one is not more than two")) }
  }

  @Test func `in live apps, a failed assert traps only in debug builds`() async {
    await #expect(processExitsWith: isDebug ? .failure : .success) {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.assert) var assert
        assert(1 > 2)
      }
    }
  }

  @Test func `in live apps, an assertion failure traps only in debug builds`() async {
    await #expect(processExitsWith: isDebug ? .failure : .success) {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.assertionFailure) var assertionFailure
        assertionFailure("here")
      }
    }
  }
}

private var isDebug: Bool {
  var isDebug = false
  Swift.assert(
    {
      isDebug = true
      return true
    }()
  )
  return isDebug
}
