import Dependence
import DependenceHarness
import DependenceTesting
import Foundation

@testable import DependenceRecording

/// A temporary folder for recordings, which is removed when the object is deallocated.
final class RecordingFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "dependence-recordings-\(UUID().uuidString)")

  /// Returns the file of the recording with the given name.
  func file(_ name: String = "test") -> RecordingFile {
    RecordingFile(named: name, beside: url.appending(path: "Tests.swift").path)
  }

  func text(_ name: String = "test") throws -> String {
    try String(contentsOf: URL(filePath: file(name).path), encoding: .utf8)
  }

  func write(_ text: String, name: String = "test") throws {
    try file(name).save(text)
  }

  /// Creates a session in `mode`, as a test with a recorder does.
  func session(
    _ mode: RecordingMode,
    named name: String = "test",
    redacting: Redaction.Replacement? = nil
  ) throws -> RecordingSession {
    RecordingSession(
      mode,
      of: TestIdentity(name: "WeatherTests.testRain"),
      in: file(name),
      try file(name).load() ?? RecordingContents(),
      Redaction(redacting),
      at: SourceSite()
    )
  }

  /// Runs an operation with a recorder, as a test does, and returns the messages of the issues that
  /// are found at the end of the test.
  ///
  /// - Parameter endingEarly: Whether the test or its setup throws an error after the operation.
  @discardableResult
  func run(
    _ mode: RecordingMode,
    named name: String = "test",
    redacting: Redaction.Replacement? = nil,
    endingEarly: Bool = false,
    _ operation: (Recorder) async throws -> Void
  ) async throws -> [String] {
    let session = try session(mode, named: name, redacting: redacting)
    try await operation(Recorder(session, at: SourceSite()))
    let root = DependencyRoot(owner: nil)
    if endingEarly { root.noteEarlyEnd() }
    return session.finish(root).map(\.message)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// A client whose endpoints must not be called.
let unreachable = WeatherClient.unimplemented
