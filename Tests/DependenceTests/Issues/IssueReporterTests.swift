@testable import Dependence
import DependenceTesting
import Foundation
import TestKeys
import Testing

/// A reporter that records every issue and handles none.
private final class Witness: IssueReporter {
  let seen = Lock<[String]>([])

  func report(_ issue: DependencyIssue) -> Bool {
    seen.withLock { $0.append(issue.message) }
    return false
  }
}

/// A reporter that causes an issue whenever it receives one. It stops after ten issues, so that a
/// test fails instead of crashing if the reporter receives its own issues.
private final class SelfReporter: IssueReporter {
  let seen = Lock<[String]>([])
  private let cause: @Sendable (String) -> Void

  init(_ cause: @escaping @Sendable (String) -> Void) { self.cause = cause }

  func report(_ issue: DependencyIssue) -> Bool {
    let count = seen.withLock { seen in
      seen.append(issue.message)
      return seen.count
    }
    if count < 10 { cause("caused by \(issue.message)") }
    return true
  }
}

struct IssueReporterTests {
  @Test func `an issue has the source location of the caller`() {
    let line = #line + 1
    let issues = issues { reportIssue("wrong") }

    #expect(
      issues == [
        DependencyIssue(
          "wrong",
          at: SourceSite(
            fileID: #fileID,
            filePath: #filePath,
            line: line,
            column: 38
          )
        )
      ]
    )
  }

  @Test func `an issue goes to outer reporters until one handles it`() {
    let (outer, witness) = (IssueRecorder(), Witness())

    withIssueReporter(outer) {
      withIssueReporter(witness) { reportIssue("first") }
      reportIssue("second")
    }

    #expect(witness.seen.withLock { $0 } == ["first"])
    #expect(outer.messages == ["first", "second"])
  }

  @Test func `a scoped reporter applies to child tasks and ends with its scope`() async {
    let (outer, inner) = (IssueRecorder(), IssueRecorder())

    await withIssueReporter(outer) {
      await withIssueReporter(inner) {
        await Task { reportIssue("inside") }.value
      }
      reportIssue("outside")
    }

    #expect(inner.messages == ["inside"])
    #expect(outer.messages == ["outside"])
  }

  @Test func `an issue that a scoped reporter causes goes to the next receiver`() {
    let (outer, inner) = (IssueRecorder(), SelfReporter { reportIssue($0) })

    withIssueReporter(outer) {
      withIssueReporter(inner) {
        reportIssue("first")
        withDependencies {
          $0.context = .test
        } operation: {
          reportIssue("second")
        }
      }
    }

    #expect(inner.seen.withLock { $0 } == ["first", "second"])
    #expect(outer.messages == ["caused by first", "caused by second"])
  }

  @Test func `an issue that a reporter causes on another thread goes to the reporter, too`() {
    let inner = SelfReporter { message in
      guard message == "caused by first" else { return }
      let (scope, hasEnded) = (captureDependencies(), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        scope.run { reportIssue(message) }
        hasEnded.signal()
      }
      hasEnded.wait()
    }

    withIssueReporter(inner) { reportIssue("first") }

    #expect(inner.seen.withLock { $0 } == ["first", "caused by first"])
  }

  @Test func `an issue that a registered reporter causes goes to the next registered reporter`() {
    let (first, witness) = (IssueRecorder(), Witness())
    let second = SelfReporter {
      #expect(IssueReporters.report(DependencyIssue($0, at: SourceSite())))
    }

    let ids = [addIssueReporter(first), addIssueReporter(witness), addIssueReporter(second)]
    #expect(IssueReporters.report(DependencyIssue("unseen by any runner", at: SourceSite())))
    ids.forEach(removeIssueReporter)

    #expect(second.seen.withLock { $0 } == ["unseen by any runner"])
    #expect(witness.seen.withLock { $0 } == ["caused by unseen by any runner"])
    #expect(first.messages == ["caused by unseen by any runner"])
  }

  @Test func `a registered reporter receives issues until it is removed`() {
    let (first, second) = (Witness(), IssueRecorder())
    let issue = DependencyIssue("unseen by any runner", at: SourceSite())

    let firstID = addIssueReporter(first)
    let secondID = addIssueReporter(second)
    #expect(IssueReporters.report(issue))
    removeIssueReporter(secondID)
    removeIssueReporter(secondID)
    #expect(!IssueReporters.report(issue))
    removeIssueReporter(firstID)
    #expect(!IssueReporters.report(issue))

    #expect(second.issues == [issue])
    #expect(first.seen.withLock { $0 } == [issue.message])
  }
}

struct StandardErrorReporterTests {
  @Test func `issues of one call site are printed the 1st, 2nd, 4th, 8th… time`() {
    let lines = Lock<[String]>([])
    let reporter = StandardErrorReporter { line in lines.withLock { $0.append(line) } }
    let noisy = SourceSite(fileID: "App/Noisy.swift", filePath: "/Noisy.swift", line: 1, column: 2)
    let quiet = SourceSite(fileID: "App/Quiet.swift", filePath: "/Quiet.swift", line: 3, column: 4)

    for number in 1...9 { reporter.report(DependencyIssue("noise \(number)", at: noisy)) }
    reporter.report(DependencyIssue("quiet", at: quiet))

    #expect(
      lines.withLock { $0 } == [
        "/Noisy.swift:1:2: warning: noise 1",
        "/Noisy.swift:1:2: warning: noise 2 (2 times)",
        "/Noisy.swift:1:2: warning: noise 4 (4 times)",
        "/Noisy.swift:1:2: warning: noise 8 (8 times)",
        "/Quiet.swift:3:4: warning: quiet",
      ]
    )
  }

  @Test func `different issues without a location are counted separately`() {
    let lines = Lock<[String]>([])
    let reporter = StandardErrorReporter { line in lines.withLock { $0.append(line) } }

    for message in ["first", "second", "third", "first"] {
      reporter.report(DependencyIssue(message, at: .unknown))
    }

    #expect(
      lines.withLock { $0 } == [
        "dependence: warning: first",
        "dependence: warning: second",
        "dependence: warning: third",
        "dependence: warning: first (2 times)",
      ]
    )
  }
}

struct DependencyIssueTests {
  @Test func `an issue without a location is attributed to the library`() {
    #expect(DependencyIssue("lost", at: .unknown).line == "dependence: warning: lost")
  }

  @Test func `an issue outside tests does not advise an override`() {
    let issue = DependencyIssue(
      unimplemented: "Client.load was called",
      override: nil,
      kind: .unimplemented(endpoint: "Client.load"),
      at: .unknown
    )

    #expect(issue.message.contains("Override it for this test"))
    #expect(issue.outsideTests.message == "Client.load was called, but is unimplemented here.")
    #expect(issue.outsideTests.kind == issue.kind)
  }

  @Test func `an issue with a changed message keeps that message outside tests`() {
    var issue = DependencyIssue("It failed.", advice: "Try again.", at: .unknown)
    issue.message = "It failed twice."

    #expect(issue.outsideTests == issue)
    #expect(DependencyIssue("lost", at: .unknown).outsideTests.message == "lost")
  }
}

struct UnattributedIssuesTests {
  @Test func `the explanation names the missing product`() {
    #expect(
      UnattributedIssues.explanation(linked: []).contains(
        "add the product DependenceTesting (Swift Testing) or DependenceXCTest (XCTest) to"
      )
    )
    #expect(
      UnattributedIssues.explanation(linked: ["DependenceTesting"]).contains(
        "also add the product DependenceXCTest to"
      )
    )
    #expect(
      UnattributedIssues.explanation(linked: ["DependenceXCTest"]).contains(
        "also add the product DependenceTesting to"
      )
    )
  }

  @Test(arguments: [(1, "1 issue"), (2, "2 issues")])
  func `a process with unattributed issues fails and prints their count`(
    count: Int,
    text: String
  ) async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) { [count] in
      print("printed before", terminator: "")
      for number in 0..<count {
        UnattributedIssues.note(DependencyIssue("issue \(number)", at: SourceSite()), because: "so")
      }
      UnattributedIssues.fail(because: "of this too")
      exit(EXIT_SUCCESS)
    }

    let printed = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(printed.hasSuffix("printed before"))
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("warning: issue 0\n  so\n"))
    #expect(
      output.hasSuffix(
        """
        dependence: This test process fails: \(text) could not be recorded on a running test (printed \
        above)
        dependence: This test process fails: of this too

        """
      )
    )
  }

  @Test func `an issue that is reported while the process exits makes it fail`() async {
    await #expect(processExitsWith: .failure) {
      UnattributedIssues.checkAtExit {
        // A handler that is registered while the process exits runs after the current one, which
        // counts the issues.
        atexit {
          UnattributedIssues.note(DependencyIssue("late", at: SourceSite()), because: "so")
        }
      }
      exit(EXIT_SUCCESS)
    }
  }

  @Test func `the explanation names the test that has ended`() {
    #expect(UnattributedIssues.Reason.ended(test: "pays()").explanation.contains(#""pays()""#))
  }
}
