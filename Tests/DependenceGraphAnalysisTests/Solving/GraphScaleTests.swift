import Foundation
import TestEffort
import Testing

@testable import DependenceGraphAnalysis

/// Tests of graphs in which it would take too long to follow every path.
struct GraphScaleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let types: Int
    let source: @Sendable () -> [String]

    var testDescription: String { name }
  }

  @Test(arguments: [siblings, screens, diamond, thousand, deep])
  func `a large graph is solved and validated in less than two seconds`(example: Example) {
    var file = FileSummary(path: "All.swift", module: "All")
    for (index, source) in example.source().enumerated() {
      file.types +=
        FileSummary(
          source: Array(source.utf8),
          path: "\(index).swift",
          module: "All"
        ).types
    }
    let project = Project(files: [file])

    let clock = CPUClock()
    let analysis = Analysis(project)
    let findings = Validator.findings(in: analysis)
    let reports = [DotReport.render(analysis), SVGReport.render(analysis)]
    let time = clock.elapsed

    #expect(analysis.graph.nodes.count == example.types)
    #expect(findings == [])
    #expect(reports.allSatisfy { !$0.isEmpty })
    #expect(time < 2)
  }

  @Test func `a project with 2000 findings is validated in less than two seconds`() {
    let root = type("Root", (0..<1_000).map { "@Instantiated let t\($0): T\($0)" })
    let source = (0..<1_000).map { index in
      type("T\(index)", ["@Received let a\(index): A", "@Instantiated let b: Missing\(index)"])
    }
    let analysis = Analysis(of: ([root] + source).joined(separator: "\n"))

    let clock = CPUClock()
    let findings = Validator.findings(in: analysis)
    let text = TextReport.render(findings)
    let time = clock.elapsed

    #expect(findings.count == 2_000)
    #expect(text.utf8.count < 5_000_000)
    #expect(time < 2)
  }

  @Test
  func `a scan with a cache parses no file and takes less time`() throws {
    let folder = try TemporaryFolder()
    let count = Effort.isThorough ? 1_000 : 100
    for (index, source) in fileSources().prefix(count).enumerated() {
      try folder.write(source, to: "Sources/M\(index % 10)/F\(index).swift")
    }
    var listing = SourceListing()
    listing.add("\(folder.path)/Sources")
    var scanner = Scanner(cache: URL(filePath: "\(folder.path)/cache"))
    // A concurrent scan would use several threads, but the CPU clock measures the time of one
    // thread only.
    scanner.isConcurrent = false

    let coldClock = CPUClock()
    let cold = scanner.scan(listing)
    let coldTime = coldClock.elapsed
    let warmClock = CPUClock()
    let warm = scanner.scan(listing)
    let warmTime = warmClock.elapsed

    #expect(cold.parsedFiles == count)
    #expect(warm.parsedFiles == 0)
    #expect(cold.project.types.count == 10 * count)
    #expect(warm.project == cold.project)
    // Most of the time is spent in the parser. On one core of a slow machine, the first scan takes
    // about 14 seconds and the second one 1.6 seconds. A regression that these limits have to
    // detect takes many times as long, for example if the work grows with the square of the number
    // of files.
    #expect(coldTime < 25)
    #expect(warmTime < 3)
  }

  /// Returns the sources of 1,000 files. They contain two megabytes of code for 10,000 services.
  private func fileSources() -> [String] {
    (0..<1_000).map { file in
      (0..<10).map { type in
        """
        @Instantiable
        public final class Service\(file)_\(type): Instantiable {
          public init(client: Client, store: Store) {
            self.client = client
            self.store = store
          }
          @Received private let client: Client
          @Received private let store: Store
          public func load(_ id: Int) async throws -> String {
            let text = "\\(id): \\(try await client.fetch("/items/\\(id)"))"
            return store.items[id]?.name ?? text
          }
        }
        """
      }.joined(separator: "\n\n")
    }
  }
}

/// A clock that measures the CPU time of the current thread since the clock was created. This time
/// hardly depends on the load of the machine.
private struct CPUClock {
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private let start = Self.now
  var elapsed: Double { Self.now - start }
}

// MARK: - Examples

private func type(_ name: String, _ members: [String]) -> String {
  "@Instantiable struct \(name) {\n\(members.joined(separator: "\n"))\n}"
}

private let siblings = GraphScaleTests.Example(
  name: "50 siblings, each of which receives three before it",
  types: 51
) {
  let root = type("Root", (0..<50).map { "@Instantiated let s\($0): S\($0)" })
  return [root]
    + (0..<50).map { index in
      type("S\(index)", (max(0, index - 3)..<index).map { "@Received let s\($0): S\($0)" })
    }
}

private let screens = GraphScaleTests.Example(
  name: "60 screens that open each other lazily",
  types: 61
) {
  let root = type("Root", ["@Instantiated let s0: S0", "@Instantiated let store: Store"])
  let store = "@Instantiable struct Store {}"
  return [root]
    + (0..<59).map { index in
      type(
        "S\(index)",
        ["@Received let store: Store"]
          + (0..<59).map { "@Instantiated let to\($0): Instantiator<S\($0)>" }
      )
    } + [store]
}

private let diamond = GraphScaleTests.Example(
  name: "a diamond of 12 layers",
  types: 26
) {
  let root = type("Root", ["@Instantiated let a: A0", "@Instantiated let b: B0"])
  return [root]
    + (0..<12).flatMap { layer in
      ["A", "B"].map { side in
        type(
          "\(side)\(layer)",
          layer == 11
            ? ["@Instantiated let leaf: Leaf"]
            : ["@Instantiated let a: A\(layer + 1)", "@Instantiated let b: B\(layer + 1)"]
        )
      }
    } + [type("Leaf", [])]
}

private let thousand = GraphScaleTests.Example(name: "1,000 types in 1,000 files", types: 1_000) {
  (0..<1_000).map { index in
    // The last four types are services. The root creates all four, and each of the other types
    // receives one of them.
    let children = [2 * index + 1, 2 * index + 2].filter { $0 < 996 }
    let services = (0..<4).map { "let service\($0): T\(996 + $0)" }
    let received = index == 0 ? services : index < 996 ? [services[index % 4]] : []
    return type(
      "T\(index)",
      children.map { "@Instantiated let t\($0): T\($0)" }
        + received.map { "\(index == 0 ? "@Instantiated" : "@Received") \($0)" }
    )
  }
}

private let deep = GraphScaleTests.Example(name: "a chain of 5,000 types", types: 5_000) {
  (0..<5_000).map { index in
    type(
      "T\(index)",
      index == 4_999 ? [] : ["@Instantiated let t\(index + 1): T\(index + 1)"]
    )
  }
}
