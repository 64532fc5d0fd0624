import Dependence
import DependenceTesting
import DependenceXCTest
import Testing
import XCTest

// MARK: - Drive time

actor Autosave {
  @Dependency(\.continuousClock) private var clock
  private(set) var saves = 0

  func run() async {
    for await _ in clock.timer(interval: .seconds(5)) {
      saves += 1
    }
  }
}

@Suite(.dependencies)
struct DriveTimeTests {
  @Test func `it saves every five seconds`() async {
    let clock = TestClock()
    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let autosave = Autosave()
      let task = Task { await autosave.run() }

      await clock.advance(by: .seconds(60), sleepers: 1)

      #expect(await autosave.saves == 12)
      task.cancel()
    }
  }

  @Test func `the search starts after a pause`() async throws {
    let clock = TestClock()
    let search = Task { try await clock.sleep(for: .milliseconds(300)) }

    await clock.advance(by: .milliseconds(300))

    try await search.value
  }

  @Test func `three attempts take three seconds`() async throws {
    let clock = TestClock()

    try await clock.run {
      for _ in 0..<3 { try await clock.sleep(for: .seconds(1)) }
    }

    #expect(clock.now == .init(offset: .seconds(3)))
  }
}

// MARK: - NeutralDependencyKey

struct Log: Sendable {
  var write: @Sendable (String) -> Void
  static let toFile = Log { print($0) }
  static let toNowhere = Log { _ in }
}

enum LogKey: NeutralDependencyKey {
  static var liveValue: Log { Log.toFile }
  static var testValue: Log { Log.toNowhere }
}

struct NeutralKeyTests {
  @Test(.strictDependencies) func `a strict test may read a neutral key`() {
    Dependency(LogKey.self).wrappedValue.write("unheard")
  }
}

// MARK: - Expect unimplemented calls

struct ExpectUnimplementedCallsTests {
  @Test func `a sold-out product is reported`() {
    withExpectedIssues(count: 1) {
      reportIssue("The last apple is sold out.")
    }
  }
}

// MARK: - Find what a test leaves

struct UnusedOverrideArticleTests {
  @Test(.reportUnusedOverrides, .dependency(\.greeting, "moin"))
  func `every override is read`() {
    @Dependency(\.greeting) var greeting
    #expect(greeting == "moin")
  }
}

final class StrictGreeterTestCase: DependencyTestCase {
  override var dependencyDiagnostics: DependencyDiagnostics { [.strict, .unusedOverrides, .trace] }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.greeting = "moin"
  }

  func testEveryOverrideIsRead() {
    @Dependency(\.greeting) var greeting
    XCTAssertEqual(greeting, "moin")
  }
}
