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
    case .named: "test"
    case .relayed: "test¹"
    case .unknown: "run"
    case .ended, .tornDown: "run, named"
    case .endedNext: "next, named"
    case .next: "next"
    case .passes, .relayedInTime, .unclaimed, .outside, .unlinked, .unexplained, .lost:
      "\(outcome), which this table has no words for"
    }
  }

  private static let subjects = [
    "sameTask": "own task",
    "childTask": "child task",
    "detachedCaptured": "detached task, captured",
    "detachedBare": "detached task",
    "queueCaptured": "queue, captured",
    "queueBare": "queue",
    "threadCaptured": "thread, captured",
    "threadBare": "thread",
    "deinit": "`deinit`",
    "deinitOnThreadCaptured": "`deinit` on a thread, captured",
    "isolatedDeinitCaptured": "isolated `deinit`, captured",
    "isolatedDeinitBare": "isolated `deinit`",
    "streamEnd": "stream's end",
    "streamEndOnThreadCaptured": "stream's end on a thread, captured",
    "configuration": "trait, `configureDependencies`",
    "setUp": "suite's `init`, `setUp`",
    "tearDown": "suite's `deinit`, `tearDown`",
    "queueThenSkipCaptured": "queue of a skipped test, captured",
    "lateTask": "late `Task`",
    "lateDetachedCaptured": "late detached task, captured",
    "lateDetachedBare": "late detached task",
    "lateCallbackCaptured": "callback in the next test, captured",
    "lateReadCaptured": "late read",
    "processExitCaptured": "callback at exit, captured",
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
