import Foundation
import Subprocesses
import Testing

/// Test clocks in a package that uses this one.
struct DownstreamClockTests {
  @Test(
    arguments: [
      ("ClockTests/neverAdvanced\\(", "ClockTests.swift:36", 5),
      ("ClockTests/neverAdvancedInATask", "ClockTests.swift:41", 7),
      ("ClockTests/neverAdvancedBehindAProtocol", "ClockTests.swift:51", 9),
      ("ClockCase/testNeverAdvanced", "ClockCase.swift:7", 5),
    ]
  )
  func `a sleep on a clock that never advances fails and explains how to advance it`(
    filter: String,
    line: String,
    seconds: Int
  ) async throws {
    let transcript = try await Downstream.shared.test(filter, deadline: 30)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.output.components(separatedBy: "but the test did not move its time").count == 2,
      "\(transcript)"
    )
    #expect(transcript.contains(line), "\(transcript)")
    #expect(transcript.contains("until \(seconds).0 seconds"), "\(transcript)")
    #expect(
      transcript.contains("await clock.advance(by: .seconds(\(seconds)))"),
      "\(transcript)"
    )
  }

  @Test func `run reports an operation that neither sleeps nor ends`() async throws {
    let transcript = try await Downstream.shared.test("operationThatNeither", deadline: 30)

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
