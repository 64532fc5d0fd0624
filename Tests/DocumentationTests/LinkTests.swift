import Foundation
import Testing

/// What the READMEs lead to is there. Links of the articles are docc's to check.
struct LinkTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: ["README.md", "CI/README.md"])
  func `every link to a file leads to one`(path: String) throws {
    let readme = Self.root.appending(path: path)
    let text = try String(contentsOf: readme, encoding: .utf8)

    let links = text.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
      .filter { !$0.hasPrefix("https://") }
    let broken = links.filter { link in
      let target = readme.deletingLastPathComponent().appending(path: link)
      return !FileManager.default.fileExists(atPath: target.path)
    }

    #expect(broken == [])
    #expect(path != "README.md" || links.count > 20)
  }
}
