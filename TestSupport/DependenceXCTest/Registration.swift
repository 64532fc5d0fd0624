#if canImport(XCTest)
import Dependence
import XCTest

// Runs when the test binary is loaded: linking the product is enough, nobody has to import or call
// anything.
private func register() {
  XCTestCenter.shared.observe()
  IssueSinks.register(XCTestSink())
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
#endif
