import CMemory

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Prints the number of bytes in use when the process ends, if the C library provides this number.
enum MemoryInUse {
  static let isPrintedAtExit =
    atexit {
      let bytes = bytes_in_use()
      if bytes > 0 { print("in use: \(bytes)") }
    } == 0
}
