import Foundation
import Subprocesses
import Testing

/// Defaults in an app, where one that was read answers every read by one load, until it must not.
struct AppDefaultsTests {
  @Test(arguments: [
    ("override", #"("nobody", "nobody", "nobody") Ann nobody"#),
    ("builtOn", #"Hi, nobody ("Hi, Ann", "Hi, Ann") true"#),
    ("noticed", #"("Hi, nobody", "Hi, nobody") Hi, Ann"#),
    ("strict", "1"),
    ("prepared", #"("prepared", "prepared", "prepared")"#),
    ("threads", "0 mistakes"),
  ])
  func `what was read often is seen as everything else is`(
    probe: String,
    seen: String
  ) async throws {
    let transcript = try await Subprocess.run(
      Self.program,
      [probe],
      environment: ["DEPENDENCE_CONTEXT": "live"],
      deadline: 300
    )

    #expect(transcript.output == seen + "\n", "\(transcript)")
  }

  /// It lies beside the program that runs the tests.
  private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "AppProbe")
}
