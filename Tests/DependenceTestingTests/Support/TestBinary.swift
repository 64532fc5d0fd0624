import Subprocesses

/// A run of this test binary in a separate process.
struct TestBinary {
  private let transcript: Transcript

  /// Runs the tests in Swift Testing that `filter` selects, and waits until they have ended.
  init(
    filter: String,
    arguments: [String] = [],
    environment: [String: String] = [:]
  ) async throws {
    transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", filter] + arguments,
      environment: environment
    )
  }

  var hasPassed: Bool { transcript.ending == .exit(0) }
  var output: String { transcript.output }
}
