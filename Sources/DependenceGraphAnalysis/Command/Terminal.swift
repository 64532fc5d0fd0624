import Foundation

/// Where a command writes to, and what it knows of its surroundings.
package struct Terminal: Sendable {
  package var output: @Sendable (String) -> Void
  package var error: @Sendable (String) -> Void
  /// Whether people read along where errors go.
  package var isInteractive: Bool
  package var environment: [String: String]
  package var now: @Sendable () -> ContinuousClock.Instant

  package init(
    output: @escaping @Sendable (String) -> Void,
    error: @escaping @Sendable (String) -> Void,
    isInteractive: Bool = false,
    environment: [String: String] = [:],
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.output = output
    self.error = error
    self.isInteractive = isInteractive
    self.environment = environment
    self.now = now
  }

  /// The terminal, pipe or file that this process was started with.
  package static var process: Terminal {
    Terminal(
      output: { FileHandle.standardOutput.write(Data($0.utf8)) },
      error: { FileHandle.standardError.write(Data($0.utf8)) },
      isInteractive: isatty(STDERR_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// Whether errors are coloured, where nobody says: on a terminal, unless `NO_COLOR` is set to
  /// anything.
  var prefersColour: Bool {
    isInteractive && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}
