import Dependence
import DependenceHarness
import TestKeys
import Testing

struct WithExpectedIssuesTests {
  @Test func `expected issues are not reported, and the result is returned`() async {
    var result = 0
    let found = await issues {
      result = withExpectedIssues {
        reportIssue("expected")
        return 1
      }
      result += await withExpectedIssues(count: 2) {
        reportIssue("expected")
        await Task { reportIssue("expected too") }.value
        return 2
      }
    }

    #expect(found.isEmpty)
    #expect(result == 3)
  }

  @Test func `the parameters can have the other order`() async {
    let expectation: any OtherOrder = Expectation()
    let found = await issues { await expectation.expectTwice() }

    #expect(
      found.map(\.message) == [
        "Expected a matching issue to be reported exactly 2 times, but it was not."
      ]
    )
  }

  @Test func `a missing issue is reported at the location of the expectation`() {
    let line = #line + 2
    let found = issues {
      withExpectedIssues {}
    }

    #expect(
      found.map(\.message) == [
        "Expected a matching issue to be reported at least once, but it was not."
      ]
    )
    #expect(found.map(\.site.line) == [line])
  }

  @Test func `too few issues of an asynchronous operation are reported`() async {
    let found = await issues {
      await withExpectedIssues(count: 2) {
        await Task.yield()
        reportIssue("expected")
      }
    }

    #expect(found.count == 1)
    #expect(
      found.first?.message.hasPrefix(
        "Expected a matching issue to be reported exactly 2 times, but it was once:\n- "
      ) == true
    )
  }

  @Test(arguments: [10, 11])
  func `a message lists the locations of at most ten issues`(count: Int) throws {
    let found = issues {
      withExpectedIssues(count: 1) {
        for _ in 0..<count { reportIssue("expected") }
      }
    }

    let message = try #require(found.first?.message)
    #expect(message.contains("was \(count) times:\n- "), "\(message)")
    #expect(message.split(separator: "WithExpectedIssuesTests.swift:").count == 11)
    #expect(message.contains(": expected\n"))
  }

  @Test func `issues that do not match are still reported`() {
    let found = issues {
      withExpectedIssues(count: 1) {
        $0.message == "expected"
      } operation: {
        reportIssue("expected")
        reportIssue("unexpected")
      }
    }

    #expect(found.map(\.message) == ["unexpected"])
  }

  @Test func `failed assertions are not expected`() async {
    let assertion = DependencyIssue("Expectation failed", kind: .assertion, at: SourceSite())
    let found = await issues {
      withExpectedIssues(count: 1) {
        IssuePath.deliver(assertion, from: .current)
        reportIssue("expected")
      }
      await withExpectedIssues(count: 1) {
        await Task.yield()
        reportIssue("expected")
        IssuePath.deliver(assertion, from: .current)
      }
    }

    #expect(found == [assertion, assertion])
  }

  @Test func `the expectation is checked even if the operation throws`() {
    let found = issues {
      #expect(throws: TestFailure.self) { try withExpectedIssues { throw TestFailure() } }
    }

    #expect(found.count == 1)
  }

  @Test func `a skipped operation is checked for surplus issues, but not for missing ones`() async {
    let scope = RootFrame(DependencyRoot(owner: RecordingOwner()))
    let found = await issues {
      await Frame.bind(scope) {
        let scoped = await issues {
          #expect(throws: RecordingOwner.Skip.self) {
            try withExpectedIssues { throw RecordingOwner.Skip() }
          }
          await #expect(throws: RecordingOwner.Skip.self) {
            try await withExpectedIssues(count: 2) {
              await Task.yield()
              reportIssue("expected")
              throw RecordingOwner.Skip()
            }
          }
          #expect(throws: RecordingOwner.Skip.self) {
            try withExpectedIssues(count: 0) {
              reportIssue("surplus")
              throw RecordingOwner.Skip()
            }
          }
        }
        #expect(scoped.count == 1)
        #expect(scoped.first?.message.contains("exactly 0 times, but it was once") == true)
      }
    }

    #expect(found.isEmpty)
  }

  @Test func `an issue counts only for the innermost expectation`() {
    let found = issues {
      withExpectedIssues(count: 1) {
        withExpectedIssues(count: 1) { reportIssue("inner") }
        reportIssue("outer")
      }
    }

    #expect(found.isEmpty)
  }
}

/// A protocol whose implementation calls deprecated functions. The implementation is itself
/// deprecated, so these calls cause no warnings, and the test calls it through the protocol.
private protocol OtherOrder {
  func expectTwice() async
}

private struct Expectation: OtherOrder {
  @available(*, deprecated)
  func expectTwice() async {
    withExpectedIssues(matching: { $0.message == "expected" }, count: 2) {
      reportIssue("expected")
      reportIssue("expected")
    }
    await withExpectedIssues(matching: { $0.message == "expected" }, count: 2) {
      await Task.yield()
    }
  }
}
