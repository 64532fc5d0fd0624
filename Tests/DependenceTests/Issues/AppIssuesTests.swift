import Subprocesses
import Testing

/// Issues of an app: nobody fails, standard error has the line, and the app goes on.
struct AppIssuesTests {
  @Test(arguments: ["live", "preview"])
  func `an app says what is wrong, of one place less and less often`(context: String) async throws {
    let transcript = try await Subprocess.run(
      product: "AppProbe",
      ["issues"],
      environment: ["DEPENDENCE_CONTEXT": context]
    )

    #expect(
      transcript.lines.map { $0.replacing(/^\/.*\/(.*):\d+: warning/) { "\($0.1)" } } == [
        """
        Probe+Issues.swift:13: prepareDependencies was ignored, because it was already called at \
        AppProbe/Probe+Issues.swift:12. Move the assignments of this call into that call.
        """,
        "Probe+Issues.swift:14: This is wrong 1.",
        "Probe+Issues.swift:14: This is wrong 2. (2 times)",
        "Probe+Issues.swift:14: This is wrong 4. (4 times)",
        "Probe+Issues.swift:14: This is wrong 8. (8 times)",
        "first",
      ],
      "\(transcript)"
    )
    #expect(transcript.ending == .exit(0))
  }

  @Test func `an app prints what its reporter leaves to others, and nothing else`() async throws {
    let transcript = try await Subprocess.run(product: "AppProbe", ["reporters"])

    #expect(
      transcript.lines.map { $0.replacing(#/^.*: warning: /#, with: "") } == [
        "This is not.", "This is collected no more.", "done",
      ],
      "\(transcript)"
    )
    #expect(transcript.ending == .exit(0))
  }

  @Test func `an interface without a live value is said in an app, and goes on`() async throws {
    let transcript = try await Subprocess.run(product: "AppProbe", ["context"])

    #expect(transcript.contains("warning: AppProbe.InterfaceKey has no live value, so its test"))
    #expect(transcript.ending == .exit(0))
  }
}
