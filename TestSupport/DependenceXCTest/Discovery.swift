#if canImport(XCTest)
import Dependence
import DependenceHarness
import Foundation
import XCTest

/// A search for the test case classes whose initializers cause issues. XCTest creates all test
/// cases before it runs the first test, so a stored property that reads a dependency, for example,
/// causes an issue at that time. It is also an issue if an initializer captures a scope or a
/// dependency's value, because the captured scope or value ignores the test's overrides.
///
/// XCTest does not report which test case it is creating, so the issues are stored at first. If
/// there are any, this search creates another instance of each class when the first test in the
/// class starts. If the same issue occurs again, the class caused it.
///
/// Captures before the first test are not stored as issues, because app code, such as the initial
/// value of a static property, may also capture a scope. A capture is an issue only if it occurs
/// again while this search creates an instance of a test case class.
final class Discovery: Sendable {
  private struct State {
    /// The issues that have not yet been attributed to a test case class.
    var unclaimed: [DependencyIssue] = []
    /// Whether any issue has been stored.
    var hasIssues = false
    /// Whether any code has captured a scope or a value before the first test.
    var hasCaptures = false
    /// The issues caused by each test case class. Their messages already include advice on how to
    /// fix them.
    var issuesOfClasses: [ObjectIdentifier: [DependencyIssue]] = [:]
    // The test cases that this search has created. They are never released, because a test case's
    // `deinit` could undo work that other code relies on.
    var instances: [Instance] = []
  }

  /// A test case that is created only to find out which issues its initializer causes. Its test
  /// method is never run.
  ///
  /// `@unchecked Sendable` because `XCTestCase` is not `Sendable`. The test case is stored but
  /// never used.
  private struct Instance: @unchecked Sendable {
    let testCase: XCTestCase
  }

  /// The queue for issues from the test case that ``remake(_:)`` is creating, or `nil` outside that
  /// method.
  @TaskLocal private static var reports: WaitingIssues?

  private let state = Lock(State())

  /// Stores an issue that occurred before the first test. The issue is kept until the test case
  /// class that caused it is found. If the class is never found, the process exits with a failure.
  func hold(_ issue: DependencyIssue) {
    let isFirst = state.withLock { state in
      defer { state.hasIssues = true }
      state.unclaimed.append(issue)
      return !state.hasIssues
    }
    guard isFirst else { return }
    UnattributedIssues.checkAtExit { [self] in
      for issue in state.withLock({ $0.unclaimed }) {
        UnattributedIssues.note(issue, because: .beforeTests)
      }
    }
  }

  /// Records that code outside any test called `captureDependencies()` or, if `name` is not `nil`,
  /// captured the value of the dependency with that name.
  ///
  /// - Parameter isBeforeTests: Whether XCTest may still be creating the test cases. If so, the
  ///   code may be the initial value of a property in a test case.
  func noteCapture(of name: String?, at site: SourceSite, isBeforeTests: Bool) {
    if let reports = Self.reports {
      let message =
        if let name {
          "The value of \(name) was captured before the test began, so it ignores the overrides of the test."
        } else {
          """
          captureDependencies() was called before the test began, so it did not capture the overrides of the test.
          """
        }
      _ = reports.report(DependencyIssue(message, at: site))
    } else if isBeforeTests {
      state.withLock { $0.hasCaptures = true }
    }
  }

  /// Returns the issues that occur when a test case of the same class as `testCase` is created.
  /// Their messages include advice on how to fix them.
  func issues(ofMaking testCase: XCTestCase) -> [DependencyIssue] {
    guard state.withLock({ $0.hasIssues || $0.hasCaptures }) else { return [] }
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

  /// Creates another instance of `testCase`'s class and returns the issues that this causes.
  private func remake(_ testCase: XCTestCase) -> [DependencyIssue] {
    #if canImport(Darwin)
    // On Apple platforms, only XCTest can create a test case, so this method cannot determine which
    // issues a class causes.
    []
    #else
    let reports = WaitingIssues()
    // The argument `part` marks this root as the root of a part of a test, so that it runs no
    // checks when the process exits. The checks would find unused faults and spies, because no test
    // uses the new instance.
    let root = DependencyRoot(owner: nil, part: "discovery")
    let method = String(testCase.name.split(separator: ".").last ?? "")
    let instance = Frame.bind(RootFrame(root)) {
      withIssueReporter(reports) {
        Self.$reports.withValue(reports) {
          Instance(testCase: type(of: testCase).init(name: method, testClosure: { _ in }))
        }
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
