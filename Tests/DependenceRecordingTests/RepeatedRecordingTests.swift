import DependenceSimulation
import DependenceTesting
import Foundation
import Subprocesses
import Testing

@testable import DependenceRecording

/// Tests that `RepeatedRecordingTests` runs in a separate process. Each of them creates several
/// recorders for one file, in several runs.
@Suite(
  .dependencies,
  .enabled(if: ProcessInfo.processInfo.environment["REPEATED_RECORDING_PATH"] != nil)
)
struct RepeatedRecordingProbes {
  private let live = WeatherClient(name: { "name \($0)" })
  private let path = ProcessInfo.processInfo.environment["REPEATED_RECORDING_PATH"] ?? ""

  @Test func stressed() async throws {
    try await stress(iterations: 3) { [live, path] iteration in
      let client = Recorder(named: "test", filePath: path).wrap(live)
      for number in [0, iteration.number, iteration.number] { _ = await client.name(number) }
    }
  }

  @Test func explored() async throws {
    let client = Recorder(named: "test", filePath: path).wrap(live)
    _ = await client.name(0)
    try await explore(schedules: 2) { [live, path] _ in
      _ = await Recorder(named: "test", filePath: path).wrap(live).name(1)
    }
  }
}

/// A trait that runs a test twice.
private struct Twice: TestTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    try await function()
  }
}

@Suite(.enabled(if: ProcessInfo.processInfo.environment["REPEATED_RECORDING_PATH"] != nil))
struct RetriedRecordingProbes {
  private static let attempts = LockBox(0)

  @Test(Twice(), .dependencies) func retried() async throws {
    let attempt = Self.attempts.withValue { attempts in
      attempts += 1
      return attempts
    }
    let path = ProcessInfo.processInfo.environment["REPEATED_RECORDING_PATH"] ?? ""
    let live = WeatherClient(name: { _ in "attempt \(attempt)" })
    _ = await Recorder(named: "test", filePath: path).wrap(live).name(1)
  }
}

struct RepeatedRecordingTests {
  private let folder = RecordingFolder()

  private func run(
    _ probe: String,
    of suite: String = "RepeatedRecordingProbes",
    _ mode: RecordingMode
  ) async throws -> Transcript {
    try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "\(suite)/\(probe)\\("],
      environment: [
        "CI": "", RecordingMode.variable: mode.rawValue,
        "REPEATED_RECORDING_PATH": folder.url.appending(path: "Tests.swift").path,
      ]
    )
  }

  /// Writes a recording of two calls that all probes can replace.
  private func recordCalls() async throws {
    try folder.write(
      """
      {"calls":[{"arguments":[1],"endpoint":"WeatherClient.name","returned":"name 1"},
      {"arguments":[9],"endpoint":"WeatherClient.name","returned":"name 9"}],"format":1}
      """
    )
  }

  @Test(arguments: [(RecordingMode.all, [Int]()), (.missing, [9])])
  func `all iterations of a stress test are recorded in one file`(
    mode: RecordingMode,
    kept: [Int]
  ) async throws {
    try await recordCalls()

    let recording = try await run("stressed", mode)
    let arguments = try #require(try folder.file().load()).calls.map(\.key.arguments.text)
    let replay = try await run("stressed", .replay)

    #expect(recording.ending == .exit(0), "\(recording)")
    #expect(arguments.sorted() == ([0, 1, 1, 2, 2, 3, 3] + kept).map { "[\($0)]" })
    #expect(replay.ending == .exit(0), "\(replay)")
  }

  @Test func `a trait that repeats a test replaces its first recording`() async throws {
    let transcript = try await run("retried", of: "RetriedRecordingProbes", .all)

    #expect(transcript.ending == .exit(0), "\(transcript)")
    let text = try folder.text()
    #expect(text.contains("attempt 2"))
    #expect(!text.contains("attempt 1"))
  }

  @Test(.enabled(if: Simulation.isSupported))
  func `a search that cannot be recorded leaves the recording unchanged`() async throws {
    try await recordCalls()
    let text = try folder.text()

    let transcript = try await run("explored", .all)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.contains(
        """
        DEPENDENCE_RECORD is set, but calls cannot be executed in a simulation, because it does not control them.
        """
      ),
      "\(transcript)"
    )
    #expect(try folder.text() == text)
  }
}
