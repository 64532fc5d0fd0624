#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

await benchmarkTestClock()
await benchmarkSpy()
exit(failures == 0 ? 0 : 1)
