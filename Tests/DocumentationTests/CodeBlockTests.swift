import Foundation
import Testing

/// Checks that every code block in the documentation is part of compiled code.
struct CodeBlockTests {
  struct Block: Sendable, CustomTestStringConvertible {
    let file: String
    let line: Int
    let code: [String]

    var testDescription: String { "\(file):\(line)" }
  }

  /// The paths of compiled code: this folder, and packages that are built and tested separately.
  private static let compiledPaths = [
    "Tests/DocumentationTests", "Fixtures/Examples/ContractTests/Package.swift",
    "Fixtures/AppleShims/Articles", "Fixtures/Downstream/Tests",
    "Fixtures/Graph/Package.swift", "Fixtures/Graph/Sources/Articles",
    "Fixtures/Graph/Sources/ExampleNeedle", "Fixtures/Graph/Sources/NeedleAfter",
    "Fixtures/Graph/Tests/ArticlesTests", "Fixtures/Graph/Tests/NeedleAfterTests",
    "Fixtures/Launches/Sources",
    "Fixtures/Macros/Sources/AuthImpl", "Fixtures/Macros/Sources/AuthInterface",
    "Fixtures/Macros/Sources/QuickStart",
    "Fixtures/MigrationGuides/Factory", "Fixtures/MigrationGuides/Shank",
    "Fixtures/MigrationGuides/SnapDependencies", "Fixtures/MigrationGuides/SwiftDependencies",
    "Fixtures/MigrationGuides/Swinject",
    "Fixtures/Storefront/Package.swift",
  ]

  /// The code that is compiled in a module whose default isolation is the main actor.
  private static let mainActorPaths = [
    "Fixtures/AppleShims/Articles/AppIntents", "Fixtures/AppleShims/Articles/SwiftUI",
    "Fixtures/Downstream/Tests/MainActorArticleTests",
  ]

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let compiled = code(in: compiledPaths)
  private static let compiledOnMainActor = code(in: mainActorPaths)

  /// Returns the lines of each file, without indentation and blank lines.
  private static func code(in paths: [String]) -> [[String]] {
    paths.flatMap(files).filter { $0.hasSuffix(".swift") }
      .compactMap { try? String(contentsOf: root.appending(path: $0), encoding: .utf8) }.map(lines)
  }

  /// Returns the file at `path`, or all files in the folder at `path`.
  private static func files(at path: String) -> [String] {
    let inside = FileManager.default.enumerator(atPath: root.appending(path: path).path)
    let files = inside?.compactMap { $0 as? String }.map { "\(path)/\($0)" } ?? []
    return files.isEmpty ? [path] : files
  }

  @Test(arguments: try blocks())
  func `every code block is compiled`(block: Block) {
    let isCompiled = Self.compiled.contains { $0.contains(block.code) }

    #expect(isCompiled, "this block is in none of \(Self.compiledPaths):\n\(block.text)")
  }

  @Test(arguments: try firstBlocks())
  func `the first code block of an article is compiled on the main actor`(block: Block) {
    let isCompiled = Self.compiledOnMainActor.contains { $0.contains(block.code) }

    #expect(isCompiled, "this block is in none of \(Self.mainActorPaths):\n\(block.text)")
  }

  @Test func `the search finds code blocks in the README and in the sources`() throws {
    let files = Set(try Self.blocks().map(\.file))

    #expect(files.contains("README.md"))
    #expect(files.contains { $0.hasSuffix("withDependencies.swift") == false && $0 != "README.md" })
  }

  // MARK: - Finding blocks

  private static func blocks() throws -> [Block] {
    let files = ["README.md"] + ["Sources", "TestSupport"].flatMap(files)
    return try files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.sorted().flatMap {
      let text = try String(contentsOf: root.appending(path: $0), encoding: .utf8)
      return blocks(in: text, of: $0)
    }
  }

  /// Returns the first block of each article, and all blocks of the README except for the manifest.
  ///
  /// The article about UIKit and AppKit is excluded. Views and controllers are isolated to the main
  /// actor in any module, and the shims cannot reproduce how they inherit their initializers under
  /// default isolation to the main actor.
  private static func firstBlocks() throws -> [Block] {
    let articles = try blocks().filter {
      $0.file.hasSuffix(".md") && !$0.file.hasSuffix("/UseDependenciesInUIKitAndAppKit.md")
    }
    let byFile = Dictionary(grouping: articles, by: \.file).sorted { $0.key < $1.key }
    return byFile.flatMap { file, blocks in
      file == "README.md" ? blocks.dropFirst() : blocks.prefix(1)
    }
  }

  private static func blocks(in text: String, of file: String) -> [Block] {
    var blocks: [Block] = []
    var open: (line: Int, code: [String])?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let content = line.trimmingPrefix(/\s*\/\/\/ ?/)
      if let block = open, content.hasPrefix("```") {
        blocks.append(
          Block(file: file, line: block.line, code: lines(block.code.joined(separator: "\n")))
        )
        open = nil
      } else if open != nil {
        open?.code.append(String(content))
      } else if content.hasPrefix("```swift") {
        open = (number + 1, [])
      }
    }
    return blocks
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}

extension CodeBlockTests.Block {
  fileprivate var text: String { code.joined(separator: "\n") }
}
