#if canImport(XCTest)
import Dependence
import DependenceHarness
import XCTest

/// A sink that records this library's issues as failures of the running XCTest test case.
struct XCTestSink: IssueSink {
  var product: String { "DependenceXCTest" }

  func receive(_ issue: DependencyIssue) -> Bool {
    if issue.recordInExitTestChild() { return true }
    if let running = XCTestCenter.shared.running { return running.owner.receive(issue) }
    guard XCTestCenter.shared.isActive else { return XCTestCenter.shared.receiveBeforeTests(issue) }
    UnattributedIssues.note(issue, because: .outsideTests)
    return true
  }

  func strictObserver(isOutside: Bool) -> any ReadObserver { StrictReads(isOutside: isOutside) }

  // Tests count as started once XCTest starts a test bundle, even while no test case is running.
  // XCTest also calls code between tests, such as the class methods `setUp` and `tearDown`.
  var hasStartedTests: Bool { XCTestCenter.shared.isActive }

  var runsExitTest: Bool { isExitTestChild }

  func noteCapture(of name: String?, at site: SourceSite) {
    XCTestCenter.shared.noteCapture(of: name, at: site)
  }

  // Code outside any scope uses the scope of the running test case. That test case is visible from
  // every thread, because XCTest does not run test cases in parallel.
  func ambientFrame() -> Frame? { XCTestCenter.shared.running?.frame }
}

// MARK: - Registration

// The attributes below make this function run when the test binary is loaded, so users never call
// it. They only need to link the product.
private func register() {
  XCTestCenter.shared.observe()
  IssueSinks.register(XCTestSink())
  LaunchReport.announce()
  ProcessContext.reportConfigurationErrorAtExit()
  RepetitionRequest.checkAtExit { XCTestCenter.shared.hasRunTests }
  // If Swift Testing runs the tests, it records its own issues.
  if !ProcessContext.current.runsSwiftTesting {
    FallbackHandler.install { IssuePath.deliver($0, from: .current) }
  }
  XCTestAssertions.install()
}

#if objectFormat(ELF)
@used
@section(".init_array")
private let registration: @convention(c) () -> Void = { register() }
#elseif objectFormat(MachO)
@used
@section("__DATA,__mod_init_func")
private let registration: @convention(c) () -> Void = { register() }
#else
#warning("DependenceXCTest cannot register itself on this platform")
#endif
#endif
