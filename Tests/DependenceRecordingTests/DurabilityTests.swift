import DependenceTesting
import Foundation
import Subprocesses
import TestEffort
import Testing

@testable import DependenceRecording

/// Tests of recordings by processes that end early, that run at the same time, or that cannot write
/// the file.
struct DurabilityTests {
  private let folder = RecordingFolder()
  private let oldText = RecordingContents([
    RecordedCall(endpoint: "Old.call", arguments: "[]", outcome: .returned("1"))
  ]).text(of: "old")

  /// Runs `DurabilityProbe` in a separate process, which records calls and then does what `probe`
  /// specifies.
  private func record(_ probe: Probe) async throws -> Transcript {
    let folder = folder.url.path
    return try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "DurabilityProbe"],
      environment: [
        "DEPENDENCE_RECORD": "all", "CI": "", "DEPENDENCE_RECORDING_PROBE": probe.rawValue,
        "DEPENDENCE_RECORDING_FOLDER": folder,
      ]
    )
  }

  /// Returns the names of all files in the folder that contains the recording.
  private func files() throws -> [String] {
    let path = URL(filePath: folder.file("probe").path).deletingLastPathComponent().path
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  @Test func `a process that records replaces the old file`() async throws {
    try folder.write(oldText, name: "probe")

    let transcript = try await record(.complete)

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(try folder.file("probe").load()?.calls.count == Probe.calls)
  }

  @Test(.disabled(if: Effort.isWatched, "ThreadSanitizer does not always survive a crash."))
  func `a trap before the end of the test leaves the old file unchanged`() async throws {
    try folder.write(oldText, name: "probe")

    let transcript = try await record(.trap)

    guard case .signal = transcript.ending else { return #expect(Bool(false), "\(transcript)") }
    #expect(transcript.contains("The probe traps."), "\(transcript)")
    #expect(try folder.text("probe") == oldText)
    #expect(try files() == ["probe.json"])
  }

  @Test func `a setup that throws leaves the old file unchanged`() async throws {
    try folder.write(oldText, name: "probe")

    let transcript = try await record(.setup)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("SetupFailed"), "\(transcript)")
    #expect(try folder.text("probe") == oldText)
  }

  @Test func `a full disk fails the process and leaves the old file unchanged`() async throws {
    try folder.write(oldText, name: "probe")

    let transcript = try await record(.fullDisk)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("cannot be written"), "\(transcript)")
    #expect(try folder.text("probe") == oldText)
    #expect(try files() == ["probe.json"])
  }

  @Test func `two processes that record a test at once leave one complete file`() async throws {
    // Before a process writes its recording, it opens a named pipe. Opening the pipe waits for the
    // other process, so both processes write at about the same time.
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    #expect(mkfifo(folder.url.appending(path: "pipe").path, 0o600) == 0)

    async let first = record(.firstOfTwo)
    async let second = record(.secondOfTwo)
    let transcripts = try await [first, second]

    #expect(transcripts.allSatisfy { $0.ending == .exit(0) }, "\(transcripts)")
    let calls = try #require(try folder.file("probe").load()).calls
    #expect(calls.count == Probe.calls)
    #expect(Set(calls.map(\.outcome)).count == 1)
    #expect(try files() == ["probe.json"])
  }

  @Test func `a reader never sees a partially written file`() async throws {
    let file = folder.file()
    let texts = (1...4).map { number in
      RecordingContents(
        (0..<100 * number).map {
          RecordedCall(endpoint: "A.b", arguments: JSONText("[\($0)]"), outcome: .returned("1"))
        }
      ).text(of: "test")
    }
    try file.save(texts[0])

    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          try file.save(texts[number % texts.count])
          return try file.load()?.calls.count ?? 0
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }

    #expect(counts.isSubset(of: [100, 200, 300, 400]))
  }
}

/// The action of the recording process after it has recorded its calls, or during its setup.
private enum Probe: String {
  case complete
  case setup
  case trap
  case fullDisk
  case firstOfTwo
  case secondOfTwo

  static let calls = 2_000
  static let current = variable("PROBE").flatMap(Probe.init)
  static let folder = URL(filePath: variable("FOLDER") ?? "/nowhere")

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["DEPENDENCE_RECORDING_\(name)"]
  }
}

private struct SetupFailed: Error {}

@Suite(
  .enabled(if: Probe.current != nil, "only in a process of DurabilityTests"),
  .dependencies { _ in
    guard Probe.current == .setup else { return }
    _ = Recorder(named: "probe", filePath: Probe.folder.appending(path: "Tests.swift").path)
    throw SetupFailed()
  }
)
struct DurabilityProbe {
  @Test func records() async throws {
    let recorder = Recorder(
      named: "probe",
      filePath: Probe.folder.appending(path: "Tests.swift").path
    )
    let endpoint = recorder.wrap("API.identifier") { (_: Int) async throws in
      ProcessInfo.processInfo.processIdentifier
    }
    for number in 0..<Probe.calls { _ = try await endpoint(number) }
    let pipe = Probe.folder.appending(path: "pipe").path
    switch Probe.current {
    case .complete, .setup, nil: break
    case .trap: fatalError("The probe traps.")
    case .fullDisk:
      // A limit on the size of files has the same effect as a full disk. The output of this process
      // is too small to reach the limit.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    case .firstOfTwo: close(open(pipe, O_RDONLY))
    case .secondOfTwo: close(open(pipe, O_WRONLY))
    }
  }
}

extension JSONText: ExpressibleByStringLiteral {
  /// Creates a value from its text.
  public init(stringLiteral text: String) { self.init(text) }
}
