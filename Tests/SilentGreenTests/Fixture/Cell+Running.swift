import Foundation
import Subprocesses

extension Cell {
  /// Runs the fixture's binary for this cell alone.
  ///
  /// - Parameter arguments: The arguments of the binary, if it should not run the cell's tests.
  func run(_ arguments: [String]? = nil) async throws -> Transcript {
    let binary = try await Fixture.shared.binary(links)
    return try await Slots.shared.use {
      try await Subprocess.run(
        binary,
        arguments ?? self.arguments,
        environment: environment,
        deadline: 60
      )
    }
  }

  /// Runs the given tests of the fixture. Each name is `Case.method`, or `Case` for all of its
  /// tests.
  func run(tests: [String]) async throws -> Transcript {
    try await run([
      tests.map { "SilentGreen.\($0.replacing(".", with: "/"))" }.joined(separator: ",")
    ])
  }
}

/// Limits the number of simultaneous processes to the number of processors, because hundreds would
/// slow each other down.
private actor Slots {
  static let shared = Slots()

  private var free = ProcessInfo.processInfo.activeProcessorCount
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func use<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer {
      // Passes the slot directly to the next waiter, so that no other caller can take it in
      // between.
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
    return try await body()
  }
}
