import Foundation
import Testing

/// The article says of each place what the matrix says, whose cells are tried in processes.
struct ArticleTests {
  private static let columns = ["TraitTests", "Tests", "BaseCase", "AsyncCase"]

  @Test func `the article has a row for each place of the matrix, with what comes of it`() throws {
    let table = try Self.table()

    #expect(table.keys.sorted() == Self.subjects.values.sorted())
    for (place, outcomes) in Matrix.places where place != "nowhere" {
      let subject = try #require(Self.subjects[place], "what is \(place) in words?")
      let words = Self.columns.map { outcomes[$0].map(Self.words) ?? "—" }
      #expect(table[subject] == words, "\(subject)")
    }
  }

  private static func words(for outcome: Outcome) -> String {
    switch outcome {
    case .named: "the test"
    case .relayed: "the test, if it still runs"
    case .unknown: "the run"
    case .ended, .tornDown: "the run, and it names the test"
    case .endedNext: "the test that runs then, and it names the first"
    case .next: "the test that runs then"
    case .passes, .relayedInTime, .unclaimed, .outside, .unlinked, .unexplained, .lost:
      "\(outcome), which this table has no words for"
    }
  }

  private static let subjects = [
    "sameTask": "the test's own task",
    "childTask": "a child task",
    "detachedCaptured": "a detached task, with a capture",
    "detachedBare": "a detached task, without",
    "queueCaptured": "a queue, with a capture",
    "queueBare": "a queue, without",
    "threadCaptured": "a thread, with a capture",
    "threadBare": "a thread, without",
    "deinit": "a `deinit`",
    "deinitOnThreadCaptured": "a `deinit` on a thread, with a capture",
    "isolatedDeinitCaptured": "an isolated `deinit`, with a capture",
    "isolatedDeinitBare": "an isolated `deinit`, without",
    "streamEnd": "the end of a stream",
    "streamEndOnThreadCaptured": "the end of a stream on a thread, with a capture",
    "configuration": "the closure of the trait, or `configureDependencies`",
    "setUp": "`init` of the suite, or `setUp`",
    "tearDown": "`deinit` of the suite, or `tearDown`",
    "queueThenSkipCaptured": "a queue, with a capture, of a test that is then skipped",
    "lateTask": "a `Task` that outlives its test",
    "lateDetachedCaptured": "a detached task that outlives its test, with a capture",
    "lateDetachedBare": "a detached task that outlives its test, without",
    "lateCallbackCaptured": "a callback with a capture that the next test calls",
    "lateReadCaptured": "a read through the scope of a test that has ended",
    "processExitCaptured": "a callback with a capture when the process exits",
  ]

  private static func table() throws -> [String: [String]] {
    let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/Dependence/Dependence.docc/CatchIssuesWhereTheyBelong.md")
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("|") }.dropFirst(2)
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Array($0.dropFirst())) })
  }
}
