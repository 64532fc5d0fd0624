#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
#error("System needs a platform with a C library")
#endif

/// The few things that the core asks of the operating system.
package enum System {
  package static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Sets an environment variable, which the processes that this one launches inherit.
  package static func setEnvironmentVariable(_ name: String, to value: String) {
    setenv(name, value, 1)
  }

  /// Adds a short text to the end of a file, in one call.
  static func append(_ text: String, toFile path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { return }
    var text = text
    text.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  /// The contents of a file, which is removed, or `nil` if there is none.
  static func takeFile(_ path: String) -> String? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer {
      close(file)
      unlink(path)
    }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  package static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Writes `text` to standard error in one call, so that lines of several threads do not mix.
  package static func writeToStandardError(_ text: String) {
    // A test runner reads the output of a test process: see `inASCII`.
    var text = ProcessContext.current.isTestProcess ? text.inASCII : text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty, let base = rest.baseAddress {
        let written = write(STDERR_FILENO, base, rest.count)
        guard written > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      }
    }
  }

  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a thread of its own, which nobody joins.
  package static func startThread(_ body: @escaping @Sendable () -> Void) {
    // POSIX hands on one pointer: `enter` takes the reference that is given away here.
    let body = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(&thread, nil, { System.enter($0) }, body)
    if let thread { pthread_detach(thread) }
    #else
    var thread = pthread_t()
    pthread_create(&thread, nil, { $0.flatMap { System.enter($0) } }, body)
    pthread_detach(thread)
    #endif
  }

  private static func enter(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run()
    return nil
  }

  /// Keeps this thread where it is.
  package static func stay() -> Never {
    while true { pause() }
  }

  /// Runs `body` when the process calls `exit`, before handlers that were registered earlier.
  static func atExit(_ body: @escaping @convention(c) () -> Void) { atexit(body) }

  /// Lets other threads run for some milliseconds.
  package static func pause() { usleep(5_000) }

  /// Ends the process now with a failing status, after writing out what stdio still buffers.
  package static func exitWithFailure() -> Never {
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
