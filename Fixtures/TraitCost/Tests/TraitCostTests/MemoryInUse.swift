import CMemory

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Prints how many bytes are in use when the process ends, where the C library knows it.
enum MemoryInUse {
  static let isPrintedAtExit =
    atexit {
      let bytes = bytes_in_use()
      if bytes > 0 { print("in use: \(bytes)") }
    } == 0
}
