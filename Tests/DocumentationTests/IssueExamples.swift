import Dependence
import DependenceTesting
import Testing

struct Till {
  var coins = 0

  mutating func take(_ count: Int) {
    if count > coins { reportIssue("\(count) coins were taken out of a till with \(coins).") }
    coins -= min(count, coins)
  }
}

struct CrashReporter: IssueReporter {
  var send: @Sendable (String) -> Void

  func report(_ issue: DependencyIssue) -> Bool {
    send("\(issue.site): \(issue.message)")
    return true
  }
}

struct IssueExampleTests {
  @Test func `a till reports that it has too few coins`() {
    withExpectedIssues(count: 1) {
      $0.message == "3 coins were taken out of a till with 2."
    } operation: {
      var till = Till(coins: 2)
      till.take(3)
      #expect(till.coins == 0)
    }
  }

  @Test func `an issue reporter receives the source location and the message`() {
    let sent = Lock<[String]>([])
    let reporter = CrashReporter { text in sent.withLock { $0.append(text) } }

    let line = #line + 1
    withIssueReporter(reporter) { reportIssue("What a day.") }

    #expect(
      sent.withLock { $0 } == ["DocumentationTests/IssueExamples.swift:\(line): What a day."]
    )
  }

  /// Shows how an app adds a reporter. Tests do not call this function, because the reporter would
  /// also receive the issues of other tests.
  private func register(_ reporter: CrashReporter) {
    addIssueReporter(reporter)
  }
}
