import Subprocesses
import Testing

/// Modules and properties in an app, where one that was read answers every read by one load, until it must
/// not.
struct AppModulesTests {
  @Test(arguments: [
    ("modules", "live", "late true true true true"),
    (
      "slots", "live",
      "18 installed,own value,bound module,bound value,bound installed,own 1"
    ),
    ("generations", "preview", #"true ("499", true) own true 0 mistakes"#),
  ])
  func `what was read often is seen as everything else is`(
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

  @Test func `an override in an app says so, and traps`() async throws {
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
