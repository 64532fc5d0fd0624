import Foundation
import Testing

/// Checks the links to files in pages outside the documentation catalogs. DocC checks the links of
/// articles.
struct LinkTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: [
    "README.md", "CI/README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md", "SECURITY.md",
  ])
  func `every link to a file leads to an existing file`(path: String) throws {
    let readme = Self.root.appending(path: path)
    let text = try String(contentsOf: readme, encoding: .utf8)

    let links = text.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
      .filter { !$0.hasPrefix("https://") }
    let broken = links.filter { link in
      let path = link.prefix { $0 != "#" }
      let target = readme.deletingLastPathComponent().appending(path: path)
      return !FileManager.default.fileExists(atPath: target.path)
    }

    #expect(broken == [])
    #expect(path != "README.md" || links.count > 20)
  }
}
