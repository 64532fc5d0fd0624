@testable import DependenceSimulation
import Testing

struct ReplayTokenTests {
  private static let tokens = [
    ReplayToken(seed: 0),
    ReplayToken(seed: 42),
    ReplayToken(seed: .max),
    ReplayToken(seed: 42, .partialOrderSampling),
    ReplayToken(seed: 42, .pct(depth: 3, length: 57)),
    ReplayToken(seed: 42, .pct(depth: 1, length: 1)),
    ReplayToken(seed: 42, .pct(depth: 1_000, length: 2)),
    ReplayToken(seed: 42, .pct(depth: 1, length: 1 << 32)),
    ReplayToken(choices: []),
    ReplayToken(choices: [0, 0, 0]),
    ReplayToken(choices: [1]),
    ReplayToken(choices: [0, 0, 0, 1, 0, 2, 26, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0]),
    ReplayToken(choices: [27, 0, 1_000, 4, 50], fingerprint: 0),
    ReplayToken(choices: Array(repeating: 0, count: 5_000) + [1], fingerprint: 7),
  ]

  @Test func `a token has a stable, compact text form`() {
    #expect(
      Self.tokens.map(\.description) == [
        "1s-0-192c",
        "1s-42-75cd",
        "1s-18446744073709551615-a319",
        "1o-42-2158",
        "1p-42.3.57-c88d",
        "1p-42.1.1-36f9",
        "1p-42.1000.2-9547",
        "1p-42.1.4294967296-5419",
        "1c-0-5a4f",
        "1c-0-5a4f",
        "1c-a-109b",
        "1c-3a1bz10c-c3ac",
        "1c-.27.1.1000.d.50.-00000000-1414",
        "1c-5000a-00000007-5337",
      ]
    )
  }

  @Test(arguments: tokens)
  func `a token can be parsed from its description`(token: ReplayToken) throws {
    #expect(try ReplayToken(token.description) == token)
    #expect(try ReplayToken(token.description.uppercased()) == token)
  }

  @Test(arguments: tokens) func `a token needs no quoting in a shell`(token: ReplayToken) {
    #expect(token.description.wholeMatch(of: /[a-z0-9][a-z0-9.\-]*/) != nil)
  }

  @Test(arguments: tokens) func `typing errors in a token are detected`(token: ReplayToken) {
    let text = Array(token.description)
    // The first characters identify the text as a token.
    for index in text.indices.dropFirst(3) {
      for other in "0123456789abcdefghijklmnopqrstuvwxyz.-" where other != text[index] {
        var mistyped = text
        mistyped[index] = other
        #expect(throws: ReplayTokenError.mistyped(String(mistyped))) {
          try ReplayToken(String(mistyped))
        }
      }
      var swapped = text
      swapped.swapAt(index, text.index(before: index))
      if swapped != text {
        #expect(throws: ReplayTokenError.self) { try ReplayToken(String(swapped)) }
      }
      let cut = String(text[..<index])
      #expect(throws: ReplayTokenError.mistyped(cut)) { try ReplayToken(cut) }
    }
  }

  @Test(arguments: [
    "", " ", "-", "hello", "42", "c", "-1s-42", "é", "s1-42-5b29", "1s 42", "1é", "+1s-42",
  ])
  func `text that does not look like a token is rejected`(text: String) {
    #expect(throws: ReplayTokenError.noToken(text)) { try ReplayToken(text) }
  }

  @Test(arguments: [("2s-42", 2), ("0z", 0), ("17x-something.else-entirely", 17)])
  func `a token of another version is reported as such`(body: String, version: Int) {
    let text = "\(body)-\(body.checksum.hex)"

    #expect(throws: ReplayTokenError.otherVersion(text, version)) { try ReplayToken(text) }
    #expect(throws: ReplayTokenError.mistyped("\(body)-0000")) { try ReplayToken("\(body)-0000") }
  }

  @Test(arguments: [
    "1s-042", "1s-+42", "1s-", "1s-42-7", "1s-42-deadbeef", "1c-a-deadbeef-0", "1x-42", "1c-",
    "1c-00", "1c-3", "1c-.5.", "1c-.27", "1c-0a", "1c-a0", "1c-1.a", "1c-99999999999999999999a",
    "1c-999999999999a",
    "1c-16777217a", "1c-a16777216a",
    "1s-18446744073709551616", "1o-42.3", "1p-42", "1p-42.3", "1p-42.0.57", "1p-42.3.0",
    "1p-42.3.057", "1p-42.1001.57", "1p-42.3.4294967297", "1p-42.3.9223372036854775807",
  ])
  func `a valid checksum does not make an invalid token valid`(body: String) {
    let text = "\(body)-\(body.checksum.hex)"

    #expect(throws: ReplayTokenError.mistyped(text)) { try ReplayToken(text) }
  }

  @Test func `errors explain how to get a valid token`() {
    #expect(
      ReplayTokenError.noToken("hello").description == """
        "hello" is not a replay token, so nothing was run. Pass the token that the failing test printed; \
        it looks like 1s-42-75cd.
        """
    )
    #expect(
      ReplayTokenError.mistyped("1s-43-75cd").description == """
        The replay token "1s-43-75cd" is mistyped or incomplete, because its checksum "75cd" does not \
        match the rest of the token, so nothing was run. Copy the whole token that the failing test \
        printed.
        """
    )
    #expect(
      ReplayTokenError.otherVersion("2s-42-b7c4", 2).description == """
        The replay token "2s-42-b7c4" has version 2, but this library reads only version 1, so nothing \
        was run. Search for the failure again to get a new token.
        """
    )
  }

  @Test(arguments: [
    ("1s-42", #"it does not end with a checksum of four hexadecimal digits"#),
    ("1s-1234", #"it does not end with a checksum of four hexadecimal digits"#),
    ("1s-42-", #"it does not end with a checksum of four hexadecimal digits"#),
    ("1s-42-75c", #"it does not end with a checksum of four hexadecimal digits"#),
    ("1s-42-75cd1", #"it does not end with a checksum of four hexadecimal digits"#),
    ("1s-42-75cd.", #"it does not end with a checksum of four hexadecimal digits"#),
    ("1c-0-5a4f-00000007", #"it does not end with a checksum of four hexadecimal digits"#),
    ("1s-4_2-75cd", #"it contains "_", which no token contains"#),
    ("1s-42-75cd\n", #"it contains "\n", which no token contains"#),
    ("1S-42-75c–", #"it contains "–", which no token contains"#),
    ("1S-43-75CD", #"its checksum "75CD" does not match the rest of the token"#),
    (
      "2s-42-75cd",
      #"""
      its checksum "75cd" does not match the rest of the token and its version is 2, which this library cannot read
      """#
    ),
    ("1c-16777217a", "it contains more than 16777216 choices"),
    ("1c-16777216aa", "it contains more than 16777216 choices"),
    ("1x-42", "no run prints a token with these contents, although its checksum is right"),
    ("1s-042", "no run prints a token with these contents, although its checksum is right"),
    ("1c-3", "no run prints a token with these contents, although its checksum is right"),
  ])
  func `the error of an invalid token names its flaw`(text: String, flaw: String) {
    let isWithoutChecksum = flaw.contains("choices") || flaw.contains("checksum is right")
    let token = isWithoutChecksum ? "\(text)-\(text.checksum.hex)" : text

    let error = #expect(throws: ReplayTokenError.self) { try ReplayToken(token) }

    #expect(error == .mistyped(token))
    #expect(error?.description.contains("because \(flaw), so nothing was run.") == true)
  }

  @Test func `a token with a fingerprint fits only its own run`() {
    let record = ToyProgram.lostUpdate.run(.random(seed: 1)).record
    let other = ToyProgram.lostUpdate.run(.fifo).record

    #expect(ReplayToken(record).fits(record))
    #expect(!ReplayToken(record).fits(other))
    #expect(ReplayToken(seed: 1).fits(other))
  }
}
