import Foundation

/// The output of a command, and what it knows of its surroundings.
package struct Terminal: Sendable {
  package var output: @Sendable (String) -> Void
  package var error: @Sendable (String) -> Void
  /// True if people read along where errors go.
  var isInteractive = false
  var environment: [String: String] = [:]
  var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

  /// The terminal, pipe or file that this process was started with.
  package static var process: Terminal {
    Terminal(
      output: { write($0, to: .standardOutput) },
      error: { write($0, to: .standardError) },
      isInteractive: isatty(STDERR_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// Writes text, or ends the process: with the code of a closed pipe, or with a message.
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

  /// Tells a mistake in one line, whatever it consists of, and answers the exit code.
  func fail(_ message: String) -> Int32 {
    error("error: \(message.printable)\n")
    return 1
  }

  /// True if errors are coloured where nobody says: on a terminal, unless `NO_COLOR` is set.
  var prefersColour: Bool {
    isInteractive && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}
