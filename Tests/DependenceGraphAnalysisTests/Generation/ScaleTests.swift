@testable import DependenceGraphAnalysis
import Foundation
import Testing

struct ScaleTests {
  @Test func `sixty screens that open each other are less than a thousand lines`() throws {
    let graph = ScreenGraph.make(60)

    let source = GeneratedFile.source(of: graph, project: Project(), module: ScreenGraph.module)

    #expect(source.split(separator: "\n").count < 1_000)
    if let folder = ProcessInfo.processInfo.environment["DUMP"] {
      try source.write(toFile: "\(folder)/Graph.swift", atomically: true, encoding: .utf8)
      try ScreenGraph.source(60).write(
        toFile: "\(folder)/Screens.swift",
        atomically: true,
        encoding: .utf8
      )
    }
  }
}
