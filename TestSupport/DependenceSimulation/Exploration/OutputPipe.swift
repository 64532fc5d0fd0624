import Foundation

/// The pipes through which `swift test` reads the output of this process.
enum OutputPipe {
  private static let limit = Duration.milliseconds(200)

  /// Waits until everything written so far has been read, but not for long.
  ///
  /// `swift test` reads pieces of 4,096 bytes and drops a piece that ends within a character. The runner begins each
  /// failure with a character of several bytes. If the pipe is empty before a failure, that character is at the beginning
  /// of a piece; if it is empty after the failure, later output shares no piece with it.
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
    // Other files than pipes report how much can be read from them.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return 0 }
    var count: CInt = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : 0
  }
  #endif
}
