#if canImport(XCTest)
public import Dependence
public import DependenceHarness
public import XCTest

/// An XCTest test case that overrides dependencies in its test methods.
///
/// ```swift
/// final class CartTests: DependencyTestCase {
///   override func configureDependencies(_ dependencies: inout DependencyValues) {
///     dependencies.apiClient = .mock
///   }
/// }
/// ```
///
/// The overrides apply to setup, teardown and the test method, all of which can be synchronous or
/// asynchronous and can run on any actor. Code in detached tasks, on queues and on other threads
/// sees the overrides only if it uses `captureDependencies()`. Each test method computes its own
/// default values, as in a plain `XCTestCase`.
open class DependencyTestCase: XCTestCase {
  /// Overrides dependencies for a test method. This method is called for each test method. If the
  /// test method runs a search over many schedules, for example with `explore`, this method is
  /// called again for each run of the search.
  ///
  /// If the superclass also overrides this method, call `super` first. If this method throws an
  /// error, the test fails without running the test method.
  open func configureDependencies(_ dependencies: inout DependencyValues) throws {}

  /// The diagnostics to enable for each test method, such as the check for unused overrides. By
  /// default, no diagnostics are enabled.
  ///
  /// The diagnostics do not apply to the initial values of stored properties, because XCTest
  /// creates the test case before the diagnostics begin. See
  /// <doc:/Dependence/CatchIssuesWhereTheyBelong>.
  open var dependencyDiagnostics: DependencyDiagnostics { [] }

  /// Whether ``invokeTest()`` has been called, which runs the test method.
  private(set) var isInvoked = false

  #if !canImport(Darwin)
  /// Converts an asynchronous test method into a synchronous one, like XCTest's function
  /// `asyncTest`. On Linux, the code that SwiftPM generates to list test methods calls this method
  /// instead.
  ///
  /// Unlike XCTest's function, this method makes the test fail if an injected fault has cancelled
  /// the test's own task. Such a cancellation can be detected only in the cancelled task, which is
  /// the task that runs the test method.
  public static func asyncTest<Case: XCTestCase>(
    _ method: @escaping (Case) -> @concurrent () async throws -> Void
  ) -> (Case) -> () throws -> Void {
    synchronousTest { testCase in
      let run = method(testCase)
      return {
        defer {
          let root = XCTestCenter.shared.running?.frame.root
          for issue in root?.finishTask() ?? [] { IssuePath.deliver(issue, from: .current) }
        }
        try await run()
      }
    }
  }
  #endif

  /// Runs the test method with the overrides from `configureDependencies`, and then reports any
  /// remaining problems, such as unused overrides.
  open override func invokeTest() {
    isInvoked = true
    guard let running = XCTestCenter.shared.running else {
      fatalError("\(name) runs, but XCTest did not announce it to its observers.")
    }
    var site = SourceSite.unknown
    site.fileID = "\(Self.self).configureDependencies"
    let audits: DependencyDiagnostics = ProcessContext.current.isAudited ? .unusedOverrides : []
    let diagnostics = dependencyDiagnostics.union(audits)
    let strict = diagnostics.contains(.strict) ? StrictReads() : nil
    let unused = diagnostics.contains(.unusedOverrides) ? UnusedOverrides(askedForAt: site) : nil
    let trace = diagnostics.contains(.trace) ? TraceRecorder(of: name, at: site) : nil
    if let unused { running.frame.root.add(unused) }
    let observers: [(any ReadObserver)?] = [strict, unused, trace]
    // Use the current scope if it belongs to this test, because a subclass may override this method
    // and call `super` inside `withDependencies`.
    let current = Frame.current
    let base = current.root === running.frame.root ? current : running.frame
    let frame = observers.compactMap(\.self).reduce(base) { $0.observed(by: $1) }
    do {
      // `nonisolated(unsafe)` because `XCTestCase` is not `Sendable`. A simulation may call
      // `configureDependencies` on another thread, but the test waits for that thread.
      nonisolated(unsafe) let testCase = self
      try ScopeLayer.enter(
        over: frame,
        at: site,
        { try testCase.configureDependencies(&$0) },
        operation: { CaseTasks.watching(running.owner) { super.invokeTest() } }
      )
    } catch {
      let message = "configureDependencies threw \(error), so the test was not run."
      IssuePath.deliver(DependencyIssue(message, at: .unknown), from: base)
      base.root.noteEarlyEnd()
    }
    // Release the overrides, because XCTest cannot record failures in their deinitializers after
    // this method.
    base.root.setTestScope(nil)
    if testRun?.hasEndedEarly == true { base.root.noteEarlyEnd() }
    if let leftovers = running.frame.root.finishAudits() {
      IssuePath.deliver(leftovers, from: base)
    }
    running.owner.collect()
    // Print the trace, which lists the dependencies that the test read, because XCTest on Linux
    // does not support attachments.
    if testRun?.totalFailureCount != 0, let trace { System.writeToStandardError(trace.text) }
  }
}

#if !canImport(Darwin)
/// Calls XCTest's function `asyncTest`. `DependencyTestCase` cannot call it directly, because its
/// own method of the same name shadows the function. The qualified name `XCTest.asyncTest` does not
/// help, because `XCTest` is also the name of a class.
private func synchronousTest<Case: XCTestCase>(
  _ method: @escaping (Case) -> @concurrent () async throws -> Void
) -> (Case) -> () throws -> Void {
  asyncTest(method)
}
#endif
#endif
