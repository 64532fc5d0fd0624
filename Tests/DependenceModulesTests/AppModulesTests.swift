import Foundation
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
      Self.program,
      [probe],
      environment: ["DEPENDENCE_CONTEXT": context],
      deadline: 300
    )

    #expect(transcript.output == seen + "\n", "\(transcript)")
  }

  @Test func `an override in an app says so, and traps`() async throws {
    let transcript = try await Subprocess.run(
      Self.program,
      ["generations"],
      environment: ["DEPENDENCE_CONTEXT": "live", "SWIFT_BACKTRACE": "enable=no"],
      deadline: 300
    )

    #expect(transcript.output.contains("in the context live, where nothing is ever replaced."))
    #expect(transcript.output.contains("Fatal error"))
  }

  /// It lies beside the program that runs the tests.
  private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "AppProbe")
}
