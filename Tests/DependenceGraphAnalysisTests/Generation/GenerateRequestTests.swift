@testable import DependenceGraphAnalysis
import Foundation
import Testing

struct GenerateRequestTests {
  @Test(arguments: [
    [], ["--output"], ["--output", "a"], ["--module", "A", "a.swift"],
    ["--output", "a", "a.swift"],
    ["--output", "a", "--module"], ["--output", "a", "--module", "A", "--unknown"],
    ["--output", "a", "--define"],
  ])
  func `arguments that no plugin writes are refused`(arguments: [String]) {
    #expect(GenerateRequest(arguments: arguments) == nil)
  }

  @Test func `the code of a valid graph is written, once`() throws {
    try withFolder { folder in
      let request = try request(in: folder, "@Instantiable struct App: Instantiable {}")

      #expect(try request.run() == [])
      let first = try date(of: request.output)
      #expect(try request.run() == [])

      #expect(try String(contentsOf: request.output, encoding: .utf8).contains("static func test("))
      #expect(try date(of: request.output) == first)
    }
  }

  @Test func `a graph that is not valid leaves the output as it was`() throws {
    try withFolder { folder in
      let broken = "@Instantiable struct App: Instantiable { @Instantiated let a: A }"
      let request = try request(in: folder, broken)
      try Data("before".utf8).write(to: request.output)

      let findings = try request.run()

      #expect(findings.map(\.kind) == [.unfulfillable])
      #expect(try String(contentsOf: request.output, encoding: .utf8) == "before")
    }
  }

  @Test func `a suite says what is wrong when it runs`() throws {
    try withFolder { folder in
      let broken = "@Instantiable struct App: Instantiable { @Instantiated let a: A }"
      var request = try request(in: folder, broken)
      request.isTest = true

      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      #expect(suite.contains(#"Check("App.a: A", "App/App.swift", "#))
      #expect(suite.contains("1, 60, \"nothing makes 'a: A' of 'App'"))
    }
  }

  @Test func `a suite of nothing fails`() throws {
    try withFolder { folder in
      var request = try request(in: folder, "struct App {}")
      request.isTest = true

      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      #expect(suite.contains("\"nothing that App tests is @Instantiable"))
    }
  }

  @Test func `an output that cannot be written is an error`() throws {
    try withFolder { folder in
      var request = try request(in: folder, "@Instantiable struct App: Instantiable {}")
      request.output = folder.appending(path: "missing/App+Graph.swift")

      #expect(throws: (any Error).self) { try request.run() }
    }
  }

  // MARK: - Files

  private func request(in folder: URL, _ source: String) throws -> GenerateRequest {
    let file = folder.appending(path: "App.swift")
    try Data(source.utf8).write(to: file)
    return try #require(
      GenerateRequest(arguments: [
        "--output", folder.appending(path: "App+Graph.swift").path,
        "--cache", folder.appending(path: "cache").path, "--define", "X",
        "--module", "App", file.path,
      ])
    )
  }

  private func date(of file: URL) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
