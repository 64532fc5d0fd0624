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

let program = BenchmarkProgram(
  "SimulationBenchmarks",
  suite: Suite([Floors.yielding] + simulations(), bounds: simulationBounds)
)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
