import Foundation

/// The output streams, environment variables, and clock that a command uses. Tests replace them,
/// for example to capture the output.
package struct Terminal: Sendable {
  package var output: @Sendable (String) -> Void
  package var error: @Sendable (String) -> Void
  /// Whether standard error is an interactive terminal.
  var isInteractive = false
  var environment: [String: String] = [:]
  var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

  /// A terminal that uses the current process's standard output, standard error, and environment
  /// variables.
  package static var process: Terminal {
    Terminal(
      output: { write($0, to: .standardOutput) },
      error: { write($0, to: .standardError) },
      isInteractive: isatty(STDERR_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// Writes `text` to `handle`, and exits the process if this fails. If `handle` is a pipe that its
  /// reader has closed, the process exits without an error message, as most command-line tools do.
  private static func write(_ text: String, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      let reason = errno
      if reason == EPIPE { exit(128 + SIGPIPE) }
      let message = "error: the output cannot be written: \(String(cString: strerror(reason)))\n"
      try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
      exit(1)
    }
  }

  /// Prints an error message on a single line and returns the exit code 1.
  func fail(_ message: String) -> Int32 {
    error("error: \(message.printable)\n")
    return 1
  }

  /// Whether to color error messages by default. Colors are used on interactive terminals unless
  /// `NO_COLOR` is set or the terminal does not support them.
  var prefersColor: Bool {
    isInteractive && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}
