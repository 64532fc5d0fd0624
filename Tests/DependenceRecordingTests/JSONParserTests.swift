import Testing

@testable import DependenceRecording

struct JSONParserTests {
  private static func nested(_ count: Int, _ start: String, _ value: String, _ end: String)
    -> String
  {
    String(repeating: start, count: count) + value + String(repeating: end, count: count)
  }

  @Test(arguments: [("[", "1", "]"), ("{\"a\":", "1", "}")])
  func `values can be nested up to 512 levels deep`(start: String, value: String, end: String)
    throws
  {
    var allowed = JSONParser(Array(Self.nested(512, start, value, end).utf8))
    var tooDeep = JSONParser(Array(Self.nested(513, start, value, end).utf8))
    var endless = JSONParser(Array(String(repeating: start, count: 1_000_000).utf8))

    #expect(try allowed.value().text == Self.nested(512, start, value, end))
    let error = #expect(throws: RecordingFileError.self) { try tooDeep.value() }
    #expect(error?.problem == "arrays and objects are nested more than 512 levels deep")
    #expect(throws: RecordingFileError.self) { try endless.value() }
  }

  @Test func `arrays that follow each other are not nested`() throws {
    let text = "[" + Array(repeating: "[]", count: 1_000).joined(separator: ",") + "]"
    var parser = JSONParser(Array(text.utf8))

    #expect(try parser.value().text == text)
  }

  // If each level were parsed twice, this test would not end.
  @Test(arguments: [
    (#"["cookie","#, #"["cookie",["REDACTED","#, "]"),
    (#"{"name":"cookie","value":"#, #"{"name":"cookie","value":{"name":"cookie","value":"#, "}"),
    (#"{"key":"cookie","value":"#, #"{"key":"cookie","value":{"key":"cookie","value":"#, "}"),
  ])
  func `nested headers are redacted in a single pass`(start: String, outcome: String, end: String)
    throws
  {
    let json = JSONText(Self.nested(50, start, #""4711""#, end))

    let redacted = try Redaction(nil).redact(json).text

    #expect(redacted.hasPrefix(outcome))
    #expect(redacted.hasSuffix(#""REDACTED""# + String(repeating: end, count: 50)))
  }

  @Test func `nested headers whose value comes first are redacted in a single pass`() throws {
    let json = JSONText(Self.nested(50, #"{"value":"#, #""4711""#, #","name":"cookie"}"#))

    let redacted = try Redaction(nil).redact(json).text

    #expect(redacted.hasPrefix(#"{"name":"cookie","value":{"name":"cookie","value":"#))
    #expect(!redacted.contains("4711"))
  }
}
