import Foundation
import Subprocesses
import Testing

/// Tests of test clocks, in a package that uses the library.
struct DownstreamClockTests {
  @Test(
    arguments: [
      ("ClockTests/neverAdvanced\\(", "ClockTests.swift", 5),
      ("ClockTests/neverAdvancedInATask", "ClockTests.swift", 7),
      ("ClockTests/neverAdvancedBehindAProtocol", "ClockTests.swift", 9),
      ("ClockCase/testNeverAdvanced", "ClockCase.swift", 5),
    ]
  )
  func `a sleep on a clock that never advances fails and explains how to advance it`(
    filter: String,
    file: String,
    seconds: Int
  ) async throws {
    let transcript = try await Downstream.shared.test(filter, deadline: 30)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.output.components(separatedBy: "but the test did not move its time").count == 2,
      "\(transcript)"
    )
    let line = try line(of: "clock.sleep(for: .seconds(\(seconds)))", in: file)
    #expect(transcript.contains("\(file):\(line)"), "\(transcript)")
    #expect(transcript.contains("until \(seconds).0 seconds"), "\(transcript)")
    #expect(
      transcript.contains("await clock.advance(by: .seconds(\(seconds)))"),
      "\(transcript)"
    )
  }

  /// Returns the number of the first line that contains `code` in a file of the package.
  private func line(of code: String, in file: String) throws -> Int {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: root.appending(path: "Fixtures/Downstream/Tests/ClockTests/\(file)"),
      encoding: .utf8
    )
    let lines = source.components(separatedBy: "\n")
    return try #require(lines.firstIndex { $0.contains(code) }) + 1
  }

  @Test func `run reports an operation that neither sleeps nor ends`() async throws {
    let transcript = try await Downstream.shared.test("operationThatNeither", deadline: 60)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("or for its operation to end, but no task sleeps"), "\(transcript)")
  }

  @Test(arguments: ["expiry", "justStarted", "tenTicks", "differentDeadlines"])
  func `advance waits only for sleeps that are about to begin`(
    test: String
  ) async throws {
    let transcript = try await Downstream.shared.test("ClockTests/\(test)", deadline: 60)

    #expect(transcript.ending == .exit(0), "\(transcript)")
  }
}
