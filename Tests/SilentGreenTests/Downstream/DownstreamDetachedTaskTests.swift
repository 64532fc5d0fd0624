import Subprocesses
import Testing

/// Tests of detached tasks, in a package that uses the library.
struct DownstreamDetachedTaskTests {
  @Test
  func `a detached task without its test's scope fails the run and shows the fix`() async throws {
    let transcript = try await Downstream.shared.test("DetachedTaskTests.*without the scope")

    #expect(transcript.ending != .exit(0), "\(transcript)")
    #expect(transcript.contains("Mailbox.send was called, but is unimplemented"), "\(transcript)")
    #expect(transcript.contains("captureDependencies()"), "\(transcript)")
    #expect(!transcript.contains("Override it for this test"), "\(transcript)")
  }

  @Test func `a detached task with the scope of its test has the overrides`() async throws {
    let transcript = try await Downstream.shared.test("DetachedTaskTests.*with the scope")

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(transcript.contains("with 1 test in 1 suite passed"), "\(transcript)")
  }
}
