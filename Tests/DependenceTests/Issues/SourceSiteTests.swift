import Dependence
import Testing

struct SourceSiteTests {
  @Test(arguments: [(0, "App/A.swift"), (1, "App/A.swift:1"), (2, "App/A.swift:2")])
  func `the description of a site is its file and, if known, its line`(line: Int, text: String) {
    #expect(SourceSite(fileID: "App/A.swift", line: line).description == text)
  }

  @Test func `the unknown site has neither line nor column`() {
    #expect([SourceSite.unknown.line, SourceSite.unknown.column] == [0, 0])
    #expect(SourceSite.unknown.description == "<unknown>/<unknown>")
  }
}
