import Subprocesses
import Testing

/// Tests that an app prints its issues to standard error and continues to run.
struct AppIssuesTests {
  @Test(arguments: ["live", "preview"])
  func `an app prints issues, repeated ones less and less often`(context: String) async throws {
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

  @Test func `an app prints only the issues that its reporter does not handle`() async throws {
    let transcript = try await Subprocess.run(product: "AppProbe", ["reporters"])

    #expect(
      transcript.lines.map { $0.replacing(#/^.*: warning: /#, with: "") } == [
        "This is not.", "This is collected no more.", "done",
      ],
      "\(transcript)"
    )
    #expect(transcript.ending == .exit(0))
  }

  @Test func `an app reports an interface without a live value and continues`() async throws {
    let transcript = try await Subprocess.run(product: "AppProbe", ["context"])

    #expect(transcript.contains("warning: AppProbe.InterfaceKey has no live value, so its test"))
    #expect(transcript.ending == .exit(0))
  }
}
