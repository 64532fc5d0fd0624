#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

// All of them, or those that the arguments name.
let names = CommandLine.arguments.dropFirst()
if names.isEmpty || names.contains("clock") { await benchmarkTestClock() }
if names.isEmpty || names.contains("spy") { await benchmarkSpy() }
if names.isEmpty || names.contains("simulation") { await benchmarkSimulation() }
exit(failures == 0 ? 0 : 1)
