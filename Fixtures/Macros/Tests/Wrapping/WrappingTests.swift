import DependenceMacros
import DependenceRecording
import DependenceTesting
import DependenceXCTest
import Testing
import XCTest

/// A client with endpoints of each kind. This file is compiled with every combination of the
/// compiler's settings.
@DependencyClient
struct ShelfClient: Sendable {
  var find: @Sendable (_ title: String) async throws -> Int
  var save: @Sendable (_ title: String, _ amount: Int) async throws -> Void
  var count: @Sendable () throws -> Int
  var name: @Sendable () -> String = { "unnamed" }
  var updates: @Sendable () -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
  var theme: @MainActor @Sendable () throws -> String
}

/// A client whose endpoints are not `@Sendable`, which is allowed in Swift 5.
@DependencyClient
struct LooseClient: @unchecked Sendable {
  var find: (_ title: String) async throws -> Int
  var count: () throws -> Int
}

extension DependencyValues {
  @DependencyEntry(test: ShelfClient.unimplemented)
  var shelf: ShelfClient = .unimplemented
}

extension ShelfClient {
  /// The client with which the recordings were made.
  nonisolated static let live = ShelfClient(
    find: { $0.count },
    save: { _, _ in },
    count: { 3 },
    name: { "novels" },
    updates: {
      AsyncStream {
        $0.yield(4)
        $0.finish()
      }
    },
    theme: { "dark" }
  )

  /// Calls each endpoint once, and describes the results.
  @MainActor
  func results() async throws -> [String] {
    try await save("Emma", 1)
    var results = [
      "\(try await find("Emma"))", "\(try count())", name(), try theme(),
    ]
    for await update in updates() { results.append("\(update)") }
    return results
  }
}

nonisolated private let expected = ["4", "3", "novels", "dark", "4"]

@Suite(.dependencies) struct WrappingTests {
  @Test func `faults are injected into a client`() async throws {
    let faults = Faults(
      seed: 1,
      [.delay(upTo: .seconds(1)), .duplicating()],
      clock: ImmediateClock()
    )

    let results = try await faults.wrap(ShelfClient.live).results()

    #expect(results == expected)
  }

  @Test func `the calls of a client are recorded in a spy`() async throws {
    let spy = ClientSpy("shelf")

    let results = try await spy.wrap(ShelfClient.live).results()

    #expect(results == expected)
    spy.calls.expectCalls([
      #"ShelfClient.save("Emma", 1)"#, #"ShelfClient.find("Emma")"#, "ShelfClient.count()",
      "ShelfClient.name()", "ShelfClient.theme()", "ShelfClient.updates()",
    ])
  }

  @Test func `the calls of endpoints that are not Sendable are recorded`() async throws {
    let spy = ClientSpy("loose")
    let client = spy.wrap(LooseClient(find: { $0.count }, count: { 3 }))

    #expect(try await client.find("Emma") == 4)
    #expect(try client.count() == 3)
    spy.calls.expectCalls([#"LooseClient.find("Emma")"#, "LooseClient.count()"])
  }

  @Test(.recorded { $1.shelf = $0.wrap(ShelfClient.live) })
  func `the responses of a client are replayed`() async throws {
    @Dependency(\.shelf) var shelf

    #expect(try await shelf.results() == expected)
  }
}

nonisolated final class WrappingCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.shelf = Recorder().wrap(ShelfClient.live)
  }

  func testReplaysTheResponses() async throws {
    @Dependency(\.shelf) var shelf
    let results = try await shelf.results()

    XCTAssertEqual(results, expected)
  }
}
