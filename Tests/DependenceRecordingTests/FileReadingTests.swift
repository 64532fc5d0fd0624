import DependenceTesting
import Foundation
import Testing

@testable import DependenceRecording

/// Tests of reading files that are damaged or were changed by hand.
@Suite(.dependencies) struct FileReadingTests {
  private let folder = RecordingFolder()

  @Test(arguments: [
    ("{\n  \"calls\": [\n    oops\n  ],\n  \"format\": 1\n}", 3),
    ("{\n  \"calls\": [],\n  \"format\": 2\n}", 3),
    ("{\n  \"calls\": [\n    {\n      \"endpoint\": \"A.b\"\n    }\n  ],\n  \"format\": 1\n}", 3),
    ("{\n<<<<<<< HEAD\n  \"calls\": [],\n  \"format\": 1\n}", 2),
    ("{\n  \"calls\": [", 2),
    ("{\n  \"calls\": [],\n  \"test\": \"a\\", 3),
    ("{}\n{}", 2),
    ("", 1),
    ("{\n  \"calls\": [],\n  \"calls\": [],\n  \"format\": 1\n}", 3),
    (call("\"returned\": 1,\n\"returned\": 2"), 5),
    (call("\"returned\": 1,\n\"threw\": {\"type\": \"A\", \"description\": \"a\"}"), 5),
    (call("\"returned\": {\n\"a\": 1,\n\"a\": 2}"), 6),
    (call("\"stream\": {\n\"elements\": [],\n\"end\": \"open\",\n\"end\": \"finished\"}"), 7),
    (call("\"stream\": {\n\"elements\": [],\n\"end\": \"open\",\n\"threw\": {}}"), 7),
    (call("\"stream\": {\"end\": \"open\"}"), 4),
    (call("\"stream\": {\"elements\": []}"), 4),
    (call("\"returned\": nan"), 4),
    (call("\"returned\": 01"), 4),
    (call("\"returned\": \"\\ud800\""), 4),
  ])
  func `a damaged file causes a single error that contains the line`(text: String, line: Int) throws
  {
    try folder.write(text)

    let error = #expect(throws: RecordingProblem.self) { try folder.file().load() }

    #expect(error?.message.contains("\(folder.file().path), line \(line), cannot be read") == true)
  }

  /// Returns the text of a recording that contains one call. The line of `response` is number 4.
  private static func call(_ response: String) -> String {
    """
    {
      "calls": [
        {"endpoint": "A.b", "arguments": [],
          \(response)}
      ],
      "format": 1
    }
    """
  }

  @Test func `a file of another format is not reported as damaged`() throws {
    try folder.write(
      #"{"calls": [{"endpoint": "A.b", "answer": 1}], "format": 2}"#
    )

    let error = #expect(throws: RecordingProblem.self) { try folder.file().load() }

    #expect(error?.message.contains("the format is 2, but only the format 1 is known") == true)
  }

  @Test func `a file that is not valid UTF-8 is not repaired`() throws {
    try folder.write(Self.call("\"returned\":\n\"caf?\""))
    let url = URL(filePath: folder.file().path)
    let damaged = try Data(contentsOf: url).map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }
    try Data(damaged).write(to: url)

    let error = #expect(throws: RecordingProblem.self) { try folder.file().load() }

    #expect(error?.message.contains("line 5, cannot be read: a string is not valid UTF-8") == true)
  }

  @Test func `a file that a formatter has changed is replayed`() async throws {
    let city = #"a/"é" \#u{301}"#
    try folder.write(
      #"""
      {"format": 1, "calls": [{"endpoint": "API.find", "returned" : {"city": "\u0042erlin",
        "measured":0, "celsius": 1}, "arguments" :
        [ {"measured":0.125,"city":"a\/\"\u00e9\" \u0301" ,	"celsius" : 2} ] } ] }
      """#
    )

    try await folder.run(.replay) { recorder in
      let find = recorder.wrap("API.find") { (forecast: Forecast) async throws in forecast }
      let found = try await find(Forecast(city: city, celsius: 2))

      #expect(found.city == "Berlin")
    }
  }
}
