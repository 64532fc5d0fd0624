import DependenceTesting
import Testing

@testable import DependenceRecording

@Suite(.dependencies) struct OpenRecordingsTests {
  private let folder = RecordingFolder()

  @Test func `two tests that use the same file fail`() throws {
    let file = folder.file()
    _ = try OpenRecordings.contents(of: file, for: TestIdentity(name: "one"))

    let error = #expect(throws: RecordingProblem.self) {
      try OpenRecordings.contents(of: file, for: TestIdentity(name: "two"))
    }

    #expect(error?.message.contains("The tests one and two use the same recording") == true)
    #expect(throws: Never.self) {
      try OpenRecordings.contents(of: file, for: TestIdentity(name: "one"))
    }
  }

  @Test(arguments: [
    ("App.B/rec()", "The tests App.A/rec() and App.B/rec() use the same recording, "),
    ("App.A/rec()", "Two cases of the test rec() use the same recording, "),
  ])
  func `tests with the same name that use the same file are distinguished in the message`(
    fullName: String,
    message: String
  ) throws {
    let file = folder.file()
    let tests = [("0", "App.A/rec()"), ("1", fullName)].map { id, fullName in
      TestIdentity(name: "rec()", fullName: fullName, id: id, filter: "")
    }
    _ = try OpenRecordings.contents(of: file, for: tests[0])

    let error = #expect(throws: RecordingProblem.self) {
      try OpenRecordings.contents(of: file, for: tests[1])
    }

    #expect(error?.message.hasPrefix(message) == true)
  }
}
