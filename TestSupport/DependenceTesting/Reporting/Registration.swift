#if canImport(Testing)
import Dependence

// Runs when the test binary is loaded: linking the product is enough, nobody has to import or call
// anything.
private func register() { IssueSinks.register(TestingSink()) }

#if objectFormat(ELF)
@used
@section(".init_array")
private let registration: @convention(c) () -> Void = { register() }
#elseif objectFormat(MachO)
@used
@section("__DATA,__mod_init_func")
private let registration: @convention(c) () -> Void = { register() }
#else
#warning("DependenceTesting cannot register itself on this platform")
#endif
#endif
