import Foundation
import Testing

/// Compares the table in the article with the matrix, whose cells run in separate processes.
struct ArticleTests {
  private static let columns = ["TraitTests", "Tests", "BaseCase", "AsyncCase"]

  @Test func `the table in the article has the same outcomes as the matrix`() throws {
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
    case .passes, .relayedInTime, .exited, .preparing, .unclaimed, .searched,
      .outside, .unlinked, .unexplained, .lost:
      "\(outcome), which this table has no words for"
    }
  }

  private static let subjects = [
    "sameTask": "the test itself",
    "childTask": "`Task { }`",
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
    "streamEnd": "`onTermination` of a stream",
    "streamEndOnThreadCaptured": "`onTermination` on a thread, captured",
    "configuration": "closure of the trait, `configureDependencies`",
    "setUp": "`init` of the suite, `setUp`",
    "tearDown": "`deinit` of the suite, `tearDown`",
    "queueThenSkipCaptured": "queue in a skipped test, captured",
    "lateTask": "`Task { }` after the test",
    "lateDetachedCaptured": "detached task after the test, captured",
    "lateDetachedBare": "detached task after the test",
    "lateCallbackCaptured": "callback that the next test calls, captured",
    "lateCallbackKnownCaptured": "the same, inside `withKnownIssue` of the next test",
    "lateReadCaptured": "read after the test, captured",
    "processExitCaptured": "callback at exit, captured",
    "lastTask": "`Task { }` after the last test",
    "lastDetachedCaptured": "detached task after the last test, captured",
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
