#if canImport(XCTest)
import Dependence
import DependenceHarness
import XCTest

// Runs when the test binary is loaded: linking the product is enough, nobody has to import or call
// anything.
private func register() {
  XCTestCenter.shared.observe()
  IssueSinks.register(XCTestSink())
  LaunchReport.announce()
  SwiftTestingAssertions.install()
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

/// XCTest, as the core sees it.
struct XCTestSink: IssueSink {
  var product: String { "DependenceXCTest" }

  func receive(_ issue: DependencyIssue) -> Bool {
    if issue.recordInExitTestChild() { return true }
    if let running = XCTestCenter.shared.running { return running.owner.receive(issue) }
    guard XCTestCenter.shared.isActive else { return XCTestCenter.shared.receiveBeforeTests(issue) }
    UnattributedIssues.note(issue, because: .outsideTests)
    return true
  }

  /// XCTest runs one case at a time, so whatever has no scope of its own belongs to that one.
  func strictObserver(isOutside: Bool) -> any ReadObserver { StrictReads(isOutside: isOutside) }

  func ambientFrame() -> Frame? { XCTestCenter.shared.running?.frame }
}
#endif
