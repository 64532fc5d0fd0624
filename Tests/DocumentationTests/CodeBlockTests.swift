import Foundation
import Testing

/// Every code block that a user reads stands in this folder too, where it is compiled and run, or in
/// the package of what only a plugin can generate, or beside the shims of what needs Apple's systems.
struct CodeBlockTests {
  struct Block: Sendable, CustomTestStringConvertible {
    let file: String
    let line: Int
    let code: [String]

    var testDescription: String { "\(file):\(line)" }
  }

  /// The lines of the files, without indentation and blank lines.
  private static let compiled: [[String]] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let fixtures = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")
    let graph = fixtures.appending(path: "Graph")
    let shims = fixtures.appending(path: "AppleShims/Articles")
    let folders = [
      folder, graph.appending(path: "Sources/Articles"),
      graph.appending(path: "Tests/ArticlesTests"),
      shims.appending(path: "SwiftUI"), shims.appending(path: "UIKit"),
      shims.appending(path: "AppKit"),
    ]
    let files = folders.flatMap { folder in
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder,
        includingPropertiesForKeys: nil
      )
      return files ?? []
    }
    return (files + [graph.appending(path: "Package.swift")])
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }.map(lines)
  }()

  @Test(arguments: try blocks())
  func `a code block is compiled`(block: Block) {
    let isCompiled = Self.compiled.contains { $0.contains(block.code) }

    #expect(isCompiled, "this block is in no file of Tests/DocumentationTests:\n\(block.text)")
  }

  @Test func `there are blocks in the README and in the sources`() throws {
    let files = Set(try Self.blocks().map(\.file))

    #expect(files.contains("README.md"))
    #expect(files.contains { $0.hasSuffix("withDependencies.swift") == false && $0 != "README.md" })
  }

  // MARK: - Finding blocks

  private static func blocks() throws -> [Block] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var files = ["README.md"]
    for folder in ["Sources", "TestSupport"] {
      let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      files += (found?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    return try files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.sorted().flatMap {
      let text = try String(contentsOf: root.appending(path: $0), encoding: .utf8)
      return blocks(in: text, of: $0)
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
