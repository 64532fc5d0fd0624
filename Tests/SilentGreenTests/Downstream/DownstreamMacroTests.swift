import Subprocesses
import Testing

/// Tests of macros, in a package that uses the library.
struct DownstreamMacroTests {
  @Test
  func `an entry accepts clients of its file, its module and other modules`() async throws {
    let transcript = try await Downstream.shared.test("EntryValueTests")

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(transcript.contains("with 6 tests in 1 suite passed"), "\(transcript)")
  }

  @Test func `examples from articles pass in a module isolated to the main actor`() async throws {
    let transcript = try await Downstream.shared.test("MainActorArticleTests")

    #expect(transcript.ending == .exit(0), "\(transcript)")
    #expect(transcript.contains("an umbrella is packed when it rains"), "\(transcript)")
  }
}
