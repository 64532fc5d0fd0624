import Subprocesses
import Testing

/// Defaults in an app, where one that was read answers every read by one load, until it must not.
struct AppDefaultsTests {
  @Test(arguments: [
    ("override", #"("nobody", "nobody", "nobody") Ann nobody"#),
    ("builtOn", #"Hi, nobody ("Hi, Ann", "Hi, Ann") true"#),
    ("noticed", #"("Hi, nobody", "Hi, nobody") Hi, Ann"#),
    ("lateRunner", #"("nobody", "nobody", "nobody") Ann Ann"#),
    ("laterContext", #"("Hi, nobody", "Hi, nobody") ("somebody", "Hi, somebody") Hi, nobody"#),
    ("strict", "1"),
    ("prepared", #"("prepared", "prepared", "prepared")"#),
    ("threads", "0 mistakes"),
  ])
  func `what was read often is seen as everything else is`(
    probe: String,
    seen: String
  ) async throws {
    let transcript = try await Subprocess.run(
      product: "AppProbe",
      [probe],
      environment: ["DEPENDENCE_CONTEXT": "live"]
    )

    #expect(transcript.output == seen + "\n", "\(transcript)")
  }
}
