import Subprocesses
import Testing

/// Tests of issues that are reported after the end of their test case, in a package that uses the
/// library.
struct DownstreamLateIssueTests {
  @Test(
    arguments: [
      ("known", "The task reported this."), ("cases", "The first case reported this."),
      ("exit", "The task reported this at exit."),
    ]
  )
  func `an issue of a test case that has ended fails the run`(
    filter: String,
    issue: String
  ) async throws {
    let transcript = try await Downstream.shared.test("LateIssueTests.*\(filter):")

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains(issue), "\(transcript)")
    #expect(transcript.contains("1 issue could not be recorded on a running test"), "\(transcript)")
  }
}
