import Subprocesses
import Testing

/// Tests of the context that a process other than a test process derives from its environment.
struct AppContextTests {
  @Test(
    arguments: [
      ([:], "live liveValue testValue"),
      (["XCODE_RUNNING_FOR_PREVIEWS": "1"], "preview previewValue testValue"),
      (["XCODE_RUNNING_FOR_PREVIEWS": "0"], "live liveValue testValue"),
      (["DEPENDENCE_CONTEXT": "test"], "test testValue testValue"),
      (
        ["DEPENDENCE_CONTEXT": "live", "XCODE_RUNNING_FOR_PREVIEWS": "1"],
        "live liveValue testValue"
      ),
      (["DEPENDENCE_CONTEXT": "production"], "live liveValue testValue"),
    ] as [([String: String], String)]
  )
  func `a process derives its context and defaults from the environment`(
    environment: [String: String],
    seen: String
  ) async throws {
    let transcript = try await Subprocess.run(
      product: "AppProbe",
      ["context"],
      environment: environment
    )

    #expect(transcript.lines.last == seen[...], "\(transcript)")
    #expect(
      transcript.contains("DEPENDENCE_CONTEXT is \"production\", which is not a context")
        == (environment["DEPENDENCE_CONTEXT"] == "production")
    )
    #expect(transcript.ending == .exit(0))
  }
}
