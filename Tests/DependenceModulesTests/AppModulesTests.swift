import Subprocesses
import Testing

/// Tests that an app does not read outdated cached values of modules and properties.
struct AppModulesTests {
  @Test(arguments: [
    ("modules", "live", "late true true true true"),
    (
      "slots", "live",
      "18 installed,own value,bound module,bound value,bound installed,own 1"
    ),
    ("generations", "preview", #"true ("499", true) own true 0 mistakes"#),
  ])
  func `cached reads of modules and properties return current values`(
    probe: String,
    context: String,
    seen: String
  ) async throws {
    let transcript = try await Subprocess.run(
      product: "AppProbe",
      [probe],
      environment: ["DEPENDENCE_CONTEXT": context]
    )

    #expect(transcript.output == seen + "\n", "\(transcript)")
  }

  @Test func `an override in a live app prints an explanation and traps`() async throws {
    let transcript = try await Subprocess.run(
      product: "AppProbe",
      ["generations"],
      environment: ["DEPENDENCE_CONTEXT": "live", "SWIFT_BACKTRACE": "enable=no"]
    )

    #expect(
      transcript.output.contains("in the context live, where dependencies cannot be replaced")
    )
    #expect(transcript.output.contains("Fatal error"))
  }
}
