import Foundation
import Subprocesses

extension Cell {
  /// Runs the fixture's binary for this cell alone.
  ///
  /// - Parameter arguments: What the binary is to do, if not the cell's tests.
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

  /// Runs these tests of the fixture, each named as `Case.method` or by its case alone.
  func run(tests: [String]) async throws -> Transcript {
    try await run([
      tests.map { "SilentGreen.\($0.replacing(".", with: "/"))" }.joined(separator: ",")
    ])
  }
}

/// As many processes at a time as there are processors: hundreds would only slow each other down.
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
      // Handed on, not given back: nobody can slip in between.
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
    return try await body()
  }
}
