#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// The issues that occur while XCTest creates the test cases. It creates all of them, with their
/// stored properties, before the first test runs.
///
/// XCTest does not announce which test case it creates, so an issue is kept at first. When a test
/// starts, one more instance of its class is created, and issues that occur again are attributed to
/// that class. This happens only if an issue was kept.
final class Discovery: Sendable {
  private struct State {
    /// The issues that are not attributed to a class yet.
    var unclaimed: [DependencyIssue] = []
    var isEmpty = true
    /// The issues of each class of which another instance was created.
    var issuesOfClasses: [ObjectIdentifier: [DependencyIssue]] = [:]
    // The instances are never released, because the release of one could undo work that another
    // instance needs.
    var instances: [Instance] = []
  }

  /// An instance of a test case that is never run.
  private struct Instance: @unchecked Sendable {
    // Unchecked because `XCTestCase` is not `Sendable`. The instance is never used.
    let testCase: XCTestCase
  }

  private let state = Lock(State())

  /// Keeps an issue that was reported before the first test. If it is never attributed to a class,
  /// the process fails.
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

  /// Returns the issues that occur while `testCase` is created, with advice added to their
  /// messages.
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

  /// Creates another instance in a separate root, and returns the issues that it reports.
  private func remake(_ testCase: XCTestCase) -> [DependencyIssue] {
    #if canImport(Darwin)
    // On Apple platforms, only XCTest can create an instance.
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
    A stored property of \(testCase) did this, which XCTest makes at discovery: before any test runs, and outside its \
    scope. Declare the property as a lazy var, or assign it in setUp.
    """
  }
}
#endif
