#if canImport(XCTest)
import Dependence
import DependenceHarness

/// The diagnostics of one test method.
struct CaseWatch {
  /// The frame above which everything is watched.
  let frame: Frame
  private let unused: UnusedOverrides?
  private let trace: DependencyTrace?

  init(
    _ diagnostics: DependencyDiagnostics,
    of test: String,
    over bottom: Frame,
    at site: SourceSite
  ) {
    var frame = bottom
    if diagnostics.contains(.strict) { frame = ObserverFrame(StrictReads(), over: frame) }
    unused = diagnostics.contains(.unusedOverrides) ? UnusedOverrides(askedForAt: site) : nil
    if let unused {
      bottom.root.add(unused)
      frame = ObserverFrame(unused, over: frame)
    }
    trace = diagnostics.contains(.trace) ? DependencyTrace(of: test, at: site) : nil
    if let trace { frame = ObserverFrame(trace, over: frame) }
    self.frame = frame
  }

  /// Expects nothing of a test that did not run.
  func discard() { unused?.discard() }

  /// Prints what the test read. XCTest on Linux has no attachments.
  func printTrace() {
    if let trace { System.writeToStandardError(trace.text) }
  }
}
#endif
