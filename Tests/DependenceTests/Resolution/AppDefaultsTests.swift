import Subprocesses
import Testing

/// Tests that an app, which caches defaults for all scopes, never reads an outdated default.
struct AppDefaultsTests {
  @Test(arguments: [
    ("override", #"("nobody", "nobody", "nobody") Ann nobody"#),
    ("builtOn", #"Hi, nobody ("Hi, Ann", "Hi, Ann") true"#),
    ("noticed", #"("Hi, nobody", "Hi, nobody") Hi, Ann"#),
    ("lateRunner", #"("nobody", "nobody", "nobody") Ann Ann"#),
    ("laterContext", #"("Hi, nobody", "Hi, nobody") ("somebody", "Hi, somebody") Hi, nobody"#),
    ("published", "Hi, nobody"),
    ("strict", "1"),
    ("prepared", #"("prepared", "prepared", "prepared")"#),
    ("threads", "0 mistakes"),
  ])
  func `cached reads of defaults return current values`(
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
