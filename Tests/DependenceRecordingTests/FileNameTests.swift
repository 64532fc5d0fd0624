import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

/// Tests of the names of recording files.
@Suite(.dependencies) struct FileNameTests {
  private let folder = RecordingFolder()

  @Test(arguments: ["a", "ä", "雨"])
  func `long test names become short, distinct file names`(character: String) {
    let names = ["a", "b"].map { end in
      let name = String(repeating: character, count: 200) + end
      return RecordingFile(named: name, beside: "/Tests.swift").path
    }

    #expect(names[0] != names[1])
    #expect(names.allSatisfy { $0.utf8.count < 200 })
  }

  @Test(arguments: [
    ("`the forecast mentions rain`()", "the-forecast-mentions-rain.json"),
    ("WeatherTests.testRain", "WeatherTests.testRain.json"),
    ("rain(city:)-Köln/Bonn", "rain-city-Köln-Bonn.json"),
    ("`.env is read`()", "env-is-read.json"),
  ])
  func `the name of a test is converted to a file name`(name: String, fileName: String) {
    let file = RecordingFile(named: name, beside: "/project/Tests/WeatherTests.swift")

    #expect(file.path == "/project/Tests/Recordings/WeatherTests/\(fileName)")
  }

  @Test(arguments: ["C", "C++", "C#", "-1", "1", ".5"])
  func `arguments that differ only in replaced characters have distinct file names`(
    language: String
  ) async throws {
    let found = await issues {
      let recorder = Recorder(filePath: folder.url.appending(path: "Tests.swift").path)
      _ = try? await recorder.wrap("API.load") { () async throws in 1 }()
    }

    let message = try #require(found.first?.message)
    let pattern = /file-names-language-?([^-]*)(-[0-9a-z]+)?\.json/
    let name = try #require(message.firstMatch(of: pattern), "\(message)").output
    #expect(name.1 == language.filter { $0.isLetter || $0.isNumber || $0 == "." })
    #expect((name.2 == nil) == ["C", "1", ".5"].contains(language))
  }

  @Test func `names without letters and digits become distinct, visible file names`() {
    let paths = ["`🎉`()", "`☔️`()", "`...`()"].map { name in
      RecordingFile(named: name, beside: "/Tests.swift").path
    }

    #expect(Set(paths).count == 3)
    #expect(!paths.contains { $0.contains("/.") }, "\(paths)")
  }
}
