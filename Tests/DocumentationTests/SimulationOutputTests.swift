import Foundation
import GoldenFiles
import Subprocesses
import Testing

/// Checks that the text blocks of the articles are the output of the tests that they describe.
///
/// With `RECORD_GOLDEN=1`, the tests rewrite the blocks and fail.
struct SimulationOutputTests {
  /// A block of text in an article, and the test that prints it.
  struct Quote: Sendable, CustomTestStringConvertible {
    let article: Article
    /// The zero-based index of the text block in the article.
    let block: Int
    let test: String

    var testDescription: String { "\(article.path), block \(block)" }
  }

  private static let quotes = [
    Quote(article: .findARace, block: 0, test: "one seat is sold once"),
    Quote(article: .findARace, block: 1, test: "a worker stops"),
    Quote(article: .findARace, block: 2, test: "Anna is greeted"),
    Quote(article: .failures, block: 0, test: "an order is charged once"),
    Quote(article: .failures, block: 1, test: "three attempts survive two failures"),
    Quote(article: .failures, block: 2, test: "a value that was written is read"),
    Quote(article: .failures, block: 3, test: "an image loads after a load that was cancelled"),
    Quote(
      article: .failures,
      block: 4,
      test: "the balance is the sum of the history, even after a crash"
    ),
  ]

  @Test func `every text block of the articles is checked`() throws {
    for article in Article.all {
      let known = Self.quotes.filter { $0.article == article }.map(\.block)
      #expect(known == Array(try article.textBlocks().indices))
    }
  }

  // In release builds, the optimizer removes some scheduling points.
  #if DEBUG
  @Test(arguments: quotes)
  func `a text block is the beginning of the test's output`(quote: Quote) async throws {
    let transcript = try await Self.run(quote.test)

    let quoted = try quote.article.textBlocks()[quote.block]
    let printed = Array(Self.details(of: transcript).prefix(quoted.count))
    #expect(transcript.ending == .exit(1))
    #expect(quoted == printed, "\(transcript)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try quote.article.replaceTextBlock(quote.block, with: printed)
      Issue.record("\(quote) was recorded. Look at the difference, then run without RECORD_GOLDEN.")
    }
  }

  @Test func `a search that passes prints the number of schedules`() async throws {
    let transcript = try await Self.run("one seat is sold once", in: "BoxOfficeTests")

    let words = try #require(
      transcript.output.firstMatch(
        of: /: (no failure in \d+ schedules, which cover every order of the scheduling .*)/
      ),
      "\(transcript)"
    )
    #expect(try Article.findARace.flattened().contains(words.1), "\(words.1)")
  }

  @Test func `the picture in the article is the attachment of its test`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    _ = try await Self.run("one seat is sold once", ["--attachments-path", folder.path])

    let picture = folder.appending(path: "schedule.svg")
    try GoldenFile(inPackage: "\(Article.folder)/Resources/one-seat-is-sold-twice.svg")
      .expect(try String(contentsOf: picture, encoding: .utf8))
  }
  #endif

  @Test func `a replay that takes different steps is reported`() async throws {
    let words = "took different steps than the run that printed the token"
    let race = try await Self.run("one seat is sold once")
    let token = try #require(race.output.firstMatch(of: /DEPENDENCE_REPLAY=(\S+)/)?.output.1)

    let other = try await Self.run(
      "a worker stops",
      environment: ["DEPENDENCE_REPLAY": String(token)]
    )

    #expect(other.contains(words), "\(other)")
    #expect(try Article.controls.flattened().contains(words))
  }

  private static func run(
    _ test: String,
    _ arguments: [String] = [],
    in suite: String = "SimulationBugs",
    environment: [String: String] = [:]
  ) async throws -> Transcript {
    let switches = ["DEPENDENCE_DOCUMENTATION_MISTAKES": "1"]
    return try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "\(suite)/.\(test)"]
        + arguments,
      environment: switches.merging(environment) { $1 }
    )
  }

  /// Returns the lines that the test runner prints below its only issue.
  private static func details(of transcript: Transcript) -> [String] {
    let lines = transcript.output.split(separator: "\n", omittingEmptySubsequences: false)
    let details = lines.drop { !$0.contains(" recorded an issue at ") }.dropFirst()
      .prefix { $0.hasPrefix("↳ ") || $0.hasPrefix("  ") }
      // The address at which a task was created differs between builds.
      .map { line in
        String(line.dropFirst(2).replacing(/\S+\.xctest\+0x[0-9a-f]+/, with: "YourTests+0x1c4e7"))
      }
    return Article.trimmed(details)
  }
}

/// An article that quotes the output of tests.
struct Article: Sendable, Equatable {
  let path: String

  static let findARace = Article(path: "\(folder)/FindARace.md")
  static let controls = Article(path: "\(folder)/WhatASimulationControls.md")
  static let failures = Article(path: "\(folder)/TestFailuresCancellationAndCrashes.md")
  static let all = [findARace, controls, failures]

  static let folder = "TestSupport/DependenceSimulation/DependenceSimulation.docc"

  private var url: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: path)
  }

  func lines() throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  /// Returns the whole text as a single line.
  func flattened() throws -> String { try lines().joined(separator: " ") }

  /// Returns the contents of the text blocks.
  func textBlocks() throws -> [[String]] {
    let lines = try lines()
    return try textRanges().map { Self.trimmed(Array(lines[$0])) }
  }

  func replaceTextBlock(_ number: Int, with text: [String]) throws {
    var lines = try lines()
    lines.replaceSubrange(try textRanges()[number], with: text)
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }

  private func textRanges() throws -> [Range<Int>] {
    let lines = try lines()
    return lines.indices.filter { lines[$0] == "```text" }.map { start in
      start + 1..<(lines[start...].firstIndex(of: "```") ?? lines.endIndex)
    }
  }

  /// Removes trailing spaces and trailing empty lines.
  static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
