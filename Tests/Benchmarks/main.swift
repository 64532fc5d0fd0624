#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

await benchmarkTestClock()
await benchmarkSpy()
await benchmarkSimulation()
exit(failures == 0 ? 0 : 1)
