import Foundation
import Subprocesses

/// The package `Fixtures/Downstream`, tested as a user would: with `swift test`.
///
/// The package is built once, by the first test that needs it.
actor Downstream {
  static let shared = Downstream()

  #if DEBUG
  static let configuration = "debug"
  #else
  static let configuration = "release"
  #endif

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let scratch = root.appending(path: ".build/downstream/\(configuration)")

  private var build: Task<Void, any Error>?

  /// Runs the tests whose names match `filter`.
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
        let transcript = try await Self.swift(["build", "--build-tests"], deadline: 900)
        guard transcript.ending == .exit(0) else { throw BuildFailure(transcript: transcript) }
      }
    }
    try await build?.value
    return try await Self.swift(
      // Nothing is built here, so runs need not wait for the lock of the scratch directory.
      ["test", "--skip-build", "--ignore-lock", "--filter", filter] + arguments,
      environment: environment,
      deadline: deadline
    )
  }

  private static func swift(
    _ arguments: [String],
    environment: [String: String] = [:],
    deadline: Double
  ) async throws -> Transcript {
    let package = [
      "-c", configuration,
      "--package-path", root.appending(path: "Fixtures/Downstream").path,
      "--scratch-path", scratch.path,
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
