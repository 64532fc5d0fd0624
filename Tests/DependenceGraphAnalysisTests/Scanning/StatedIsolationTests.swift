import Testing

@testable import DependenceGraphAnalysis

struct StatedIsolationTests {
  @Test(
    arguments: [
      ("", []), ("@MainActor", ["MainActor"]), ("@Other", ["Other"]),
      ("@Other @UIActor", ["UIActor", "Other"]), ("@Other @Another", ["Other", "Another"]),
      ("@Other(1)", []), ("@objc", []), ("nonisolated", ["nonisolated"]),
      ("@MainActor nonisolated", ["nonisolated"]), ("public", []),
      ("#if DEBUG\n@Other\n#endif", ["Other"]), ("#if X\n@Other\n#endif", []),
    ]
  )
  func `a global actor attribute isolates a type unless it is nonisolated`(
    words: String,
    names: [String]
  ) {
    let file = FileSummary(
      source: Array("@Instantiable\n\(words)\nclass A {}".utf8),
      path: "A.swift",
      module: "A"
    )

    #expect(file.types.map(\.isolation) == [names])
  }
}
