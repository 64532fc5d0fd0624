#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// The issues that occur while XCTest creates the test cases, before the first test runs. A stored
/// property that reads a dependency causes such an issue.
///
/// XCTest does not announce which test case it creates, so issues are first kept. If there are any,
/// one more instance of each class is created when its first test starts. Issues that occur again
/// belong to that class.
final class Discovery: Sendable {
  private struct State {
    /// The issues for which no test case class is known yet.
    var unclaimed: [DependencyIssue] = []
    var isEmpty = true
    /// The issues that occurred again, by the test case class that caused them.
    var issuesOfClasses: [ObjectIdentifier: [DependencyIssue]] = [:]
    // Instances are never released, because their `deinit` could undo work that others need.
    var instances: [Instance] = []
  }

  /// A test case that is created only to find out which issues its initializer reports. It never
  /// runs.
  private struct Instance: @unchecked Sendable {
    // Unchecked because `XCTestCase` is not `Sendable`. The new instance is never used.
    let testCase: XCTestCase
  }

  private let state = Lock(State())

  /// Keeps an issue from before the first test. The process fails if its class is never found.
  func hold(_ issue: DependencyIssue) {
    let isFirst = state.withLock { state in
      defer { state.isEmpty = false }
      state.unclaimed.append(issue)
      return state.isEmpty
    }
    guard isFirst else { return }
    UnattributedIssues.checkAtExit { [self] in
      for issue in state.withLock({ $0.unclaimed }) {
        UnattributedIssues.note(issue, because: .beforeTests)
      }
    }
  }

  /// Returns the issues that creating a test case like `testCase` causes, with advice.
  func issues(ofMaking testCase: XCTestCase) -> [DependencyIssue] {
    if state.withLock({ $0.isEmpty }) { return [] }
    let id = ObjectIdentifier(type(of: testCase))
    if let known = state.withLock({ $0.issuesOfClasses[id] }) { return known }
    let reported = remake(testCase)
    let issues = reported.map { issue in
      var issue = issue
      let end = issue.message.last?.isPunctuation == true ? "" : "."
      issue.message += "\(end) \(Self.advice(for: type(of: testCase)))"
      return issue
    }
    state.withLock { state in
      state.issuesOfClasses[id] = issues
      state.unclaimed.removeAll { held in
        reported.contains { $0.kind == held.kind && $0.site == held.site }
      }
    }
    return issues
  }

  /// Creates another instance of the class of `testCase`, and returns the issues that this causes.
  private func remake(_ testCase: XCTestCase) -> [DependencyIssue] {
    #if canImport(Darwin)
    // On Apple platforms, only XCTest can create an instance, so no issues are found.
    []
    #else
    let reports = WaitingIssues()
    let root = DependencyRoot(owner: nil)
    let method = String(testCase.name.split(separator: ".").last ?? "")
    let instance = Frame.bind(RootFrame(root)) {
      withIssueReporter(reports) {
        Instance(testCase: type(of: testCase).init(name: method, testClosure: { _ in }))
      }
    }
    state.withLock { $0.instances.append(instance) }
    return reports.close()
    #endif
  }

  private static func advice(for testCase: XCTestCase.Type) -> String {
    """
    This happened in a stored property of \(testCase). XCTest creates stored properties before it runs the first test, \
    and outside the scope of the test. Declare the property as a lazy var, or assign it in setUp.
    """
  }
}
#endif
