import Dependence
@testable import DependenceTesting
import Testing

struct SourceLocationTests {
  @Test(arguments: [(0, 0, 1, 1), (1, 1, 1, 1), (2, 3, 2, 3)])
  func `a line or column of 0 becomes 1 in a SourceLocation`(
    line: Int,
    column: Int,
    expectedLine: Int,
    expectedColumn: Int
  ) {
    let location = SourceLocation(SourceSite("M/F.swift", "/F.swift", line, column))

    #expect(
      location
        == SourceLocation(
          fileID: "M/F.swift",
          filePath: "/F.swift",
          line: expectedLine,
          column: expectedColumn
        )
    )
  }
}
