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
  func `a sleep on a clock that nothing moves fails and says how to move it`(
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

  @Test func `an operation of run that neither sleeps nor ends is reported`() async throws {
    let transcript = try await Downstream.shared.test("operationThatNeither", deadline: 30)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("or for its operation to end, but no task sleeps"), "\(transcript)")
  }

  @Test(arguments: ["expiry", "justStarted", "tenTicks", "differentDeadlines"])
  func `advance waits for the sleeps that are about to begin, and for no others`(
    test: String
  ) async throws {
    let transcript = try await Downstream.shared.test("ClockTests/\(test)", deadline: 60)

    #expect(transcript.ending == .exit(0), "\(transcript)")
  }
}
