#if canImport(XCTest)
public import Dependence
public import DependenceHarness
public import XCTest

/// A test case with dependencies of its own.
///
/// ```swift
/// final class CartTests: DependencyTestCase {
///   override func configureDependencies(_ dependencies: inout DependencyValues) {
///     dependencies.apiClient = .mock
///   }
/// }
/// ```
///
/// The overrides reach set-up, tear-down and the test method, synchronous or not, on any actor; not
/// detached tasks, queues and threads, which take them along with `captureDependencies()`. Every
/// test method runs in a root of its own, as it does in a plain `XCTestCase`.
open class DependencyTestCase: XCTestCase {
  /// Assigns the dependencies of every test method of this class; called once for each.
  ///
  /// A subclass of a subclass calls `super` first. An error fails the test, which is not run then.
  open func configureDependencies(_ dependencies: inout DependencyValues) throws {}

  /// The diagnostics of each test method; none, unless you override it.
  ///
  /// Stored properties are made before that: see <doc:/Dependence/CatchIssuesWhereTheyBelong>.
  open var dependencyDiagnostics: DependencyDiagnostics { [] }

  /// Runs the test method in its scope.
  open override func invokeTest() {
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
    let frame = observers.compactMap(\.self).reduce(running.frame) { ObserverFrame($1, over: $0) }
    do {
      let configuring = ConfiguringCase(testCase: self)
      try DependencyValues.withRoot(
        frame,
        boundAt: site,
        { try configuring.testCase.configureDependencies(&$0) },
        operation: { CaseTasks.watching(name) { super.invokeTest() } }
      )
    } catch {
      let message = "configureDependencies threw \(error), so the test was not run."
      IssuePath.deliver(DependencyIssue(message, at: .unknown), from: running.frame)
      // It had no chance to read what it overrides.
      unused?.discard()
    }
    if let leftovers = running.frame.root.finishAudits() {
      IssuePath.deliver(leftovers, from: running.frame)
    }
    running.owner.collect()
    // XCTest on Linux has no attachments.
    if testRun?.totalFailureCount != 0, let trace { System.writeToStandardError(trace.text) }
  }
}

/// A test case whose dependencies may be configured on another thread, for a run of a search.
private struct ConfiguringCase: @unchecked Sendable {
  // Unchecked, because XCTestCase is not Sendable. The test method waits while a search configures its runs.
  let testCase: DependencyTestCase
}
#endif
