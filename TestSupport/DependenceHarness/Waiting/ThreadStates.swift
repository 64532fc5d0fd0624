#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The states of this process's threads.
enum ThreadStates {
  /// Whether any thread other than the current one is running or waiting for a processor. Always
  /// `false` on systems other than Linux.
  ///
  /// If other processes occupy all processors, a thread in this process may have to wait a long
  /// time for one. Meanwhile, this process uses almost no processor time even though it is not
  /// idle.
  static var includesOtherRunnable: Bool {
    #if os(Linux)
    guard let folder = opendir("/proc/self/task") else { return false }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if state(ofThread: name) == UInt8(ascii: "R") { count += 1 }
      // One of the running threads is the current thread, so other threads are running only if the
      // count is greater than 1.
      if count > 1 { return true }
    }
    #endif
    return false
  }

  #if os(Linux)
  /// Returns a thread's state as a letter, such as "R" if it is running or waiting for a processor,
  /// or `nil` if the thread has ended. The manual page `proc_pid_stat(5)` lists the letters.
  private static func state(ofThread identifier: String) -> UInt8? {
    let file = open("/proc/self/task/\(identifier)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The file starts with the thread's identifier, its name in parentheses, and a letter for its
    // state. The name may itself contain parentheses, so search for the last closing one. The name
    // is at most 15 bytes long, so the first 64 bytes of the file include the letter.
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let bytes = buffer.prefix(max(0, read(file, buffer.baseAddress, buffer.count)))
      guard let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.endIndex else {
        return nil
      }
      return bytes[end + 2]
    }
  }
  #endif
}
