import Foundation
import Subprocesses

/// A package in `Fixtures` that uses the library, and that is tested with `swift test`, as a user
/// would test it.
///
/// The package is built once, by the first test that needs it.
actor Downstream {
  static let shared = Downstream("Downstream")
  /// A package that does not link the product that connects the test runners.
  static let simulationAlone = Downstream("SimulationAlone")

  #if DEBUG
  static let configuration = "debug"
  #else
  static let configuration = "release"
  #endif

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private let name: String
  private var build: Task<Void, any Error>?
  /// The run that was requested last.
  private var last: Task<Void, Never>?

  private init(_ name: String) { self.name = name }

  /// Runs the tests whose names match `filter`, after the runs that were requested before.
  ///
  /// - Throws: ``BuildFailure``, if the package does not build.
  func test(
    _ filter: String,
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    deadline: Double = 120
  ) async throws -> Transcript {
    if build == nil {
      build = Task {
        let transcript = try await swift(["build", "--build-tests"], deadline: 900)
        guard transcript.ending == .exit(0) else { throw BuildFailure(transcript: transcript) }
      }
    }
    try await build?.value
    // Two SwiftPM processes cannot use one scratch directory at the same time.
    let previous = last
    let run = Task {
      await previous?.value
      return try await swift(
        ["test", "--skip-build", "--filter", filter] + arguments,
        environment: environment,
        deadline: deadline
      )
    }
    last = Task { _ = try? await run.value }
    return try await run.value
  }

  private func swift(
    _ arguments: [String],
    environment: [String: String] = [:],
    deadline: Double
  ) async throws -> Transcript {
    let package = [
      "-c", Self.configuration,
      "--package-path", Self.root.appending(path: "Fixtures/\(name)").path,
      "--scratch-path",
      Self.root.appending(path: ".build/\(name.lowercased())/\(Self.configuration)").path,
    ]
    let flags = ["-gnone", "-driver-batch-count", "1", "-index-ignore-system-modules"]
    return try await Subprocess.run(
      URL(filePath: "/usr/bin/env"),
      ["swift"] + arguments + package + flags.flatMap { ["-Xswiftc", $0] },
      environment: environment,
      deadline: deadline
    )
  }
}
