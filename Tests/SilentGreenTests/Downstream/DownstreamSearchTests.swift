import Subprocesses
import Testing

/// Searches for schedules in a package that uses this one.
struct DownstreamSearchTests {
  @Test func `a search without a failure passes`() async throws {
    let transcript = try await Downstream.shared.test("CleanSearchTests")

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(transcript.contains("for all there are"), "\(transcript)")
  }
}
