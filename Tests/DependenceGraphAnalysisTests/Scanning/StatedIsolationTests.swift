import Testing

@testable import DependenceGraphAnalysis

struct StatedIsolationTests {
  @Test(
    arguments: [
      ("", nil), ("@MainActor", "MainActor"), ("@Other", "Other"), ("@Other @UIActor", "UIActor"),
      ("@Other @Another", "Other"), ("@Other(1)", nil), ("@objc", nil),
      ("nonisolated", "nonisolated"), ("@MainActor nonisolated", "nonisolated"),
      ("public", nil), ("#if DEBUG\n@Other\n#endif", "Other"), ("#if X\n@Other\n#endif", nil),
    ] as [(String, String?)]
  )
  func `a global actor attribute isolates a type unless it is nonisolated`(
    words: String,
    actor: String?
  ) {
    let file = FileSummary(
      source: Array("@Instantiable\n\(words)\nclass A {}".utf8),
      path: "A.swift",
      module: "A"
    )

    #expect(file.types.map(\.isolation) == [actor])
  }
}
