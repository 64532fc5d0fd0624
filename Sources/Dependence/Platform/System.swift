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

/// Wrappers around operating system functions, for example for reading environment variables,
/// writing to files or starting threads.
package enum System {
  package static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Appends a short string to a file, creating the file if necessary. The string is written with a
  /// single system call, so that strings from several processes are not interleaved.
  static func append(_ text: String, toFile path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { return }
    var text = text
    text.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  package static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Writes the whole `text` to standard error, usually with one system call, so that lines from
  /// different threads are not interleaved.
  package static func writeToStandardError(_ text: String) {
    // In a test process, the output must be ASCII, because `swift test` may lose other characters.
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

  #if canImport(Darwin)
  private typealias ThreadStart =
    @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  private static let threadStart: ThreadStart = { System.enter($0) }
  #else
  private typealias ThreadStart =
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private static let threadStart: ThreadStart = { $0.flatMap { System.enter($0) } }
  #endif

  /// The address of the function that every thread created by this library starts in. A simulation
  /// uses it to distinguish these threads from threads of the code under test.
  package static var threadStartAddress: UnsafeRawPointer {
    // The cast is safe because a C function pointer is the function's address, and callers only
    // compare it with other addresses.
    unsafeBitCast(threadStart, to: UnsafeRawPointer.self)
  }

  /// Runs `body` on a new, detached thread. If the system cannot start a thread, prints the reason
  /// and ends the process with a failure status.
  package static func startThread(_ body: @escaping @Sendable () -> Void) {
    // A new POSIX thread receives a single pointer, so the closure is wrapped in an object. The
    // function `enter`, which runs on the new thread, releases that object.
    let body = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let error = pthread_create(&thread, nil, threadStart, body)
    guard error == 0 else {
      let reason = String(cString: strerror(error))
      writeToStandardError(
        """
        The process could not start a thread: \(reason). Raise its limits for threads and memory, or run fewer tests at \
        the same time.

        """
      )
      exitWithFailure()
    }
    #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
  }

  private static func enter(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run()
    return nil
  }

  /// Blocks the current thread forever.
  package static func stay() -> Never {
    while true { sleep(.max) }
  }

  /// Registers a function to run when the process calls `exit`. Functions run in reverse order of
  /// their registration.
  static func atExit(_ body: @escaping @convention(c) () -> Void) { atexit(body) }

  /// Suspends the current thread for 5 milliseconds so that other threads can run.
  package static func pause() { usleep(5_000) }

  /// Flushes the standard I/O buffers and ends the process with a failure status, without running
  /// exit handlers.
  package static func exitWithFailure() -> Never {
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
