import BenchmarkKit
import Dependence

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("The benchmarks need a C library")
#endif

// Tests run in debug builds and apps in release builds, so each is measured in its usual
// configuration.
#if DEBUG
let place = Place.test
#else
let place = Place.app
#endif

setenv("DEPENDENCE_CONTEXT", place.context.rawValue, 1)
let program = BenchmarkProgram("Benchmarks", suite: place.suite, meter: .linked)
exit(await program.run(Array(CommandLine.arguments.dropFirst())))
