import Dependence
import Testing

struct SourceSiteTests {
  @Test(arguments: [(0, "App/A.swift"), (1, "App/A.swift:1"), (2, "App/A.swift:2")])
  func `a site is written as its file and line, where that is known`(line: Int, text: String) {
    #expect(SourceSite(fileID: "App/A.swift", line: line).description == text)
  }

  @Test func `the unknown place has neither line nor column`() {
    #expect([SourceSite.unknown.line, SourceSite.unknown.column] == [0, 0])
    #expect(SourceSite.unknown.description == "<unknown>/<unknown>")
  }
}
