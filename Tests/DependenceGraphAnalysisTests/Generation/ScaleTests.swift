@testable import DependenceGraphAnalysis
import Foundation
import Subprocesses
import Testing

struct ScaleTests {
  private static let source = GeneratedFile.source(
    of: ScreenGraph.make(60),
    module: ScreenGraph.module
  )

  @Test func `the code for sixty screens that open each other has fewer than 1000 lines`() {
    #expect(Self.source.split(separator: "\n").count < 1_000)
  }

  @Test func `the code for sixty screens type-checks in less than a second`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "Graph.swift": Self.source.replacing("import DependenceGraph\n", with: ""),
      "Screens.swift": ScreenGraph.source(60),
    ]
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    // The fastest of up to three runs counts. Each run is measured in CPU time, because other tests
    // use the processor at the same time.
    var times: [Double] = []
    for _ in 0..<3 where times.allSatisfy({ $0 >= 1 }) {
      let run = try await Subprocess.run(
        URL(filePath: "/bin/bash"),
        [
          "-c",
          "cd \(folder.path) && TIMEFORMAT='%U' && time swiftc -swift-version 6 -typecheck *.swift",
        ],
        deadline: 120
      )
      times.append(try #require(Double(run.output.trimmingCharacters(in: .whitespacesAndNewlines))))
    }

    #expect(times.min() ?? .infinity < 1)
  }

  @Test func `a diamond of twelve layers generates one function for each type`() {
    let project = Project([
      "App/App.swift": (0..<12).map { layer in
        let next = layer < 11 ? "@Instantiated let l\(layer + 1): L\(layer + 1); " : ""
        let other = layer < 11 ? "@Instantiated let r\(layer + 1): R\(layer + 1)" : ""
        return ["L", "R"].map {
          "@Instantiable struct \($0)\(layer): Instantiable { \(next)\(other) }"
        }.joined(separator: "\n")
      }.joined(separator: "\n")
    ])

    let source = GeneratedFile.source(of: Analysis(project), module: "App")

    let makers = source.split(separator: "\n").filter { $0.contains("func make_L11(") }
    // The types `L0` and `R0` are roots. For each root, the file contains one function for the app
    // and one for tests.
    #expect(makers.count == 4)
  }
}
