import Foundation
import Subprocesses
import Testing

/// Tests of the output of `swift test` for failing tests.
struct DownstreamOutputTests {
  @Test(arguments: ["LongSearchTests", "LongSearchCase"])
  func `failed searches of any length are printed in full`(_ suite: String) async throws {
    let transcript = try await Downstream.shared.test(suite)

    #expect(transcript.ending == .exit(1))
    let expectations = [
      #"Zo\u{00EB} - \u{6771}\u{4EAC} \u{0001F389} lost an entry"#, "threw LostEntry(entries:",
      "entries.count", "Set(entries)", "entries.contains",
    ]
    for text in expectations { #expect(transcript.contains(text), "\(text)\n\(transcript)") }
    let count = 5
    let tokens = transcript.output.matches(
      of: /Replay this schedule \(order of tasks\) with .*"(\S+)"\)+ or DEPENDENCE_REPLAY=\S+/
    )
    #expect(tokens.count == count, "\(transcript)")
    #expect(
      transcript.output.matches(of: /\n *steps:\n +1  task 0 "body": start of the task\n/).count
        == count
    )
    #expect(transcript.output.matches(of: /# ran .* finished/).count == count)
    let files = transcript.output.matches(of: /Timeline: (\S+\.svg) and (\S+\.txt)/)
    #expect(files.count == count, "\(transcript)")
    for file in files.flatMap({ [$0.1, $0.2] }) {
      #expect(FileManager.default.fileExists(atPath: String(file)), "\(file)")
    }
  }

  @Test func `the output of a failed search contains only ASCII characters`() async throws {
    let transcript = try await Downstream.shared.test("LongSearchCase")

    // The output of XCTest is ASCII as well. Swift Testing has no tests to run, so its output is
    // skipped.
    let lines = transcript.lines.prefix { !$0.contains("Test run started") }
    #expect(lines.count > 100)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test(arguments: [
    ("faultsInASearch", "Injected faults, determined by the schedule: "),
    ("faultsBeforeASearch", "Injected faults: "),
  ])
  func `a search with faults attaches its files once`(test: String, note: String) async throws {
    let transcript = try await Downstream.shared.test("RepeatedFailureTests/\(test)")

    #expect(transcript.ending == .exit(1))
    #expect(
      transcript.output.components(separatedBy: "recorded an issue").count == 2,
      "\(transcript)"
    )
    for file in ["faults.txt", "schedule.txt", "schedule.svg"] {
      let count = transcript.output.components(separatedBy: "Attached '\(file)'").count - 1
      #expect(count == 1, "\(file)\n\(transcript)")
    }
    #expect(transcript.output.components(separatedBy: note).count == 2, "\(transcript)")
  }

  @Test func `a failure in all iterations is reported as one issue with a count`() async throws {
    let transcript = try await Downstream.shared.test("RepeatedFailureTests/stress")

    #expect(transcript.ending == .exit(1))
    // One of the two issues is the failed expectation, and the other one is the reported issue.
    #expect(
      transcript.output.components(separatedBy: "recorded an issue").count == 3,
      "\(transcript)"
    )
    #expect(
      transcript.output.components(separatedBy: "in 300 of 300 iterations, first in iteration ")
        .count == 3,
      "\(transcript)"
    )
    #expect(transcript.contains("Expectation failed: 1 == 2"), "\(transcript)")
    #expect(transcript.contains("It went wrong."), "\(transcript)")
  }

  @Test func `a failure in every schedule is not called a race and has no timeline`() async throws {
    let transcript = try await Downstream.shared.test("RepeatedFailureTests/everySchedule")

    #expect(transcript.ending == .exit(1))
    #expect(transcript.contains("This is probably not a race"), "\(transcript)")
    #expect(transcript.contains("DEPENDENCE_REPLAY="), "\(transcript)")
    #expect(!transcript.contains("could run"), "\(transcript)")
  }

  @Test(arguments: ["knownFailure\\(", "knownFailureByItsText"])
  func `a search inside withKnownIssue stops at its first failure`(_ test: String) async throws {
    let transcript = try await Downstream.shared.test("RepeatedFailureTests/\(test)")

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(
      transcript.output.components(separatedBy: "recorded a known issue").count == 2,
      "\(transcript)"
    )
    #expect(!transcript.contains("no failure in"), "\(transcript)")
  }

  @Test(arguments: ["knownFailureInEachRun", "knownIssueInEachRun"])
  func `a known issue in each run does not fail the search`(_ test: String) async throws {
    let transcript = try await Downstream.shared.test("RepeatedFailureTests/\(test)")

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(transcript.contains("no failure in 100 schedules"), "\(transcript)")
  }

  @Test func `a known issue that does not occur in a search fails the test`() async throws {
    let transcript = try await Downstream.shared.test(
      "RepeatedFailureTests/knownFailureThatDoesNotHappen"
    )

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("Known issue was not recorded"), "\(transcript)")
  }
}
