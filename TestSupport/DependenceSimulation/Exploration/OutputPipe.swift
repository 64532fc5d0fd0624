import Foundation

/// The pipes that `swift test` uses to read this process's output.
enum OutputPipe {
  private static let limit = Duration.milliseconds(200)

  /// Waits briefly for `swift test` to read all output of this process.
  ///
  /// `swift test` reads blocks of up to 4,096 bytes, and drops a block that ends in the middle of a
  /// character. The test runner begins each failure message with a multi-byte character. Call this
  /// function before a failure is recorded, so that this character is at the start of a block. Call
  /// it again afterwards, so that later output belongs to another block.
  static func drain() {
    #if canImport(Glibc) || canImport(Musl)
    let end = ContinuousClock.now.advanced(by: limit)
    while [STDOUT_FILENO, STDERR_FILENO].contains(where: { unread(in: $0) > 0 }),
      ContinuousClock.now < end
    {
      usleep(1_000)
    }
    #endif
  }

  #if canImport(Glibc) || canImport(Musl)
  private static func unread(in descriptor: CInt) -> CInt {
    var status = stat()
    // Check only pipes. For a pipe, `FIONREAD` returns the number of bytes that its reader has not
    // read yet. For a file on disk, it would return the number of bytes up to the end of the file.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return 0 }
    var count: CInt = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : 0
  }
  #endif
}
