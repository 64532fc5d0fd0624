#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// Issues of test cases that are made: all of them before the first test runs, with their stored properties.
///
/// XCTest does not tell whose instance it is making. So an issue waits, and when a test starts, another instance of
/// its class is made, once: what that reports is the class's. This costs something only where something was reported.
final class Discovery: Sendable {
  private struct State {
    /// Issues that nothing has reported again.
    var unclaimed: [DependencyIssue] = []
    var isEmpty = true
    /// The issues of each class that was made again.
    var issuesOfClasses: [ObjectIdentifier: [DependencyIssue]] = [:]
    // Kept, as XCTest keeps its own: to release one may undo what the other needs.
    var instances: [Instance] = []
  }

  /// An instance that nobody runs.
  private struct Instance: @unchecked Sendable {
    // Unchecked, because XCTestCase is not Sendable; nobody uses it.
    let testCase: XCTestCase
  }

  private let state = Lock(State())

  /// Keeps an issue that came before the first test; where none claims it, the process fails.
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

  /// The issues of making `testCase`, in words for its test.
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

  /// Makes another instance, in a root that has nothing to do with the test's, and says what that reports.
  private func remake(_ testCase: XCTestCase) -> [DependencyIssue] {
    #if canImport(Darwin)
    // Nobody but XCTest can make one.
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
