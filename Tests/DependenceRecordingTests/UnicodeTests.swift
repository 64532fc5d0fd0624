import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

/// Tests with strings that are canonically equivalent in Unicode, and therefore equal in Swift, but
/// consist of different bytes.
@Suite(.dependencies) struct UnicodeTests {
  private let folder = RecordingFolder()
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  @Test func `a call with an argument in another Unicode normalization is missing`() async throws {
    let live = WeatherClient(forecast: { city, _ in Forecast(city: city, celsius: 1) })
    try await folder.run(.all) { _ = try await $0.wrap(live).forecast(composed, 1) }

    let found = await issues {
      _ = try? await folder.run(.replay) {
        _ = try await $0.wrap(unreachable).forecast(decomposed, 1)
      }
    }

    let message = try #require(found.first?.message)
    #expect(message.contains("was not recorded"))
    #expect(message.contains(#"WeatherClient.forecast("caf\u{00E9}",1)"#))
    #expect(message.contains(#"differs only in its Unicode characters"#))
    #expect(message.contains(#"WeatherClient.forecast("cafe\u{0301}",1)"#))
  }

  @Test func `a response in another Unicode normalization is a difference`() async throws {
    let client = { (name: String) in WeatherClient(name: { _ in name }) }
    try await folder.run(.all) { _ = await $0.wrap(client(composed)).name(1) }

    let messages = try await folder.run(.verify) { _ = await $0.wrap(client(decomposed)).name(1) }

    let message = try #require(messages.first)
    #expect(message.contains(#"recorded: returned "caf\u{00E9}""#))
    #expect(message.contains(#"now:      returned "cafe\u{0301}""#))
  }

  @Test func `an error description in another Unicode normalization is a difference`() async throws
  {
    let record = { (mode: RecordingMode, name: String) in
      try await folder.run(mode) {
        let live = WeatherClient(forecast: { _, _ in throw Unavailable(name: name) })
        _ = try? await $0.wrap(live).forecast("Berlin", 1)
      }
    }
    _ = try await record(.all, composed)

    #expect(try await record(.verify, decomposed).count == 1)
    #expect(try await record(.verify, composed).isEmpty)
  }

  @Test func `redaction keeps all members of an object`() throws {
    let json = JSONText(#"{"\#(composed)":1,"\#(decomposed)":2}"#)

    let redacted = try Redaction { $1 }.redact(json)

    #expect(redacted.text.utf8.count == json.text.utf8.count)
    #expect(redacted.text.contains(":1") && redacted.text.contains(":2"))
  }
}

private struct Unavailable: Error { let name: String }
