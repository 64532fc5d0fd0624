#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

await benchmarkTestClock()
exit(failures == 0 ? 0 : 1)
