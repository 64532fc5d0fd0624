import Testing

@testable import DependenceGraphAnalysis

struct AliasLabelTests {
  @Test(arguments: [
    ("a", true), ("_a1", true), ("é", true), ("🙂", true), ("", false), ("1a", false),
    ("9", false), ("a-b", false), ("a b", false), ("→", false),
  ])
  func `the label of an alias must be a valid property name`(label: String, isName: Bool) {
    let source = """
      @Instantiable struct A {
        @Received(fulfilledByDependencyNamed: "\(label)", ofType: Int.self) let x: Int
      }
      """

    let file = FileSummary(source: Array(source.utf8), path: "A.swift", module: "A")

    #expect(file.problems.isEmpty == isName)
    #expect(file.types[0].properties.map(\.alias?.label) == (isName ? [label] : []))
  }
}
