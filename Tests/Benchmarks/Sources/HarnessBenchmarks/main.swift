import BenchmarkKit

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("The benchmarks need a C library")
#endif

setenv("DEPENDENCE_CONTEXT", "live", 1)
let program = BenchmarkProgram(
  "HarnessBenchmarks",
  suite: Suite(
    Floors.all + [Floors.yielding] + unimplementedCalls() + clocks() + spies() + simulations(),
    bounds: harnessBounds
  ),
  meter: .linked
)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
