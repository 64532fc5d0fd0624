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

  /// What else is watched while each test method runs; nothing, unless you override it.
  open var dependencyDiagnostics: DependencyDiagnostics { [] }

  /// Runs the test method in its scope.
  open override func invokeTest() {
    guard let running = XCTestCenter.shared.running else {
      fatalError("\(name) runs, but XCTest did not announce it to its observers.")
    }
    let site = SourceSite(ofConfigurationIn: Self.self)
    let watch = CaseWatch(dependencyDiagnostics, of: name, over: running.frame, at: site)
    do {
      try DependencyValues.withRoot(watch.frame, boundAt: site, configureDependencies) {
        super.invokeTest()
      }
    } catch {
      let message = "configureDependencies threw \(error), so the test was not run."
      IssuePath.deliver(DependencyIssue(message, at: .unknown), from: running.frame)
      watch.discard()
    }
    if let leftovers = running.frame.root.finishAudits() {
      IssuePath.deliver(leftovers, from: running.frame)
    }
    running.owner.collect()
    if testRun?.totalFailureCount != 0 { watch.printTrace() }
  }
}

extension SourceSite {
  /// `configureDependencies` of a test case, whose line nobody knows.
  fileprivate init(ofConfigurationIn testCase: XCTestCase.Type) {
    self.init(
      fileID: "\(testCase).configureDependencies",
      filePath: "<unknown>",
      line: 0,
      column: 0
    )
  }
}
#endif
