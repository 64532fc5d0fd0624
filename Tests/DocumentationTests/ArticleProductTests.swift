import Foundation
import Testing

/// Checks that each article with code lists the products that its code needs.
struct ArticleProductTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the paths of the articles that contain a code block.
  private static func articles() -> [String] {
    ["Sources", "TestSupport"].flatMap { folder in
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      return (files?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    .filter { $0.hasSuffix(".md") && text(of: $0).contains("\n```swift\n") }.sorted()
  }

  private static func text(of path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// Returns the products of the package manifest: its libraries and its plugins.
  private static func products() throws -> Set<String> {
    let manifest = text(of: "Package.swift")
    let libraries = try #require(manifest.firstMatch(of: /let libraries = \[([^\]]*)\]/)?.1)
    let names = libraries.matches(of: /"(\w+)"/).map { String($0.1) }
    return Set(names + manifest.matches(of: /\.plugin\(name: "(\w+)"/).map { String($0.1) })
  }

  @Test(arguments: articles())
  func `an article with code lists the products that it needs`(article: String) throws {
    let line = try #require(
      Self.text(of: article).split(separator: "\n").first { $0.hasPrefix("Products: ") },
      "\(article) needs a line such as: Products: `DependenceTesting` in the test target."
    )
    let named = Set(line.matches(of: /`(\w+)`/).map { String($0.1) })

    #expect(named != [])
    #expect(named.subtracting(try Self.products()) == [])
  }

  @Test func `the search finds articles and products`() throws {
    #expect(Self.articles().count > 20)
    #expect(try Self.products().isSuperset(of: ["Dependence", "DependenceGraphPlugin"]))
  }
}
