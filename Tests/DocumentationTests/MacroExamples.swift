import DependenceMacros
import DependenceTesting
import Testing

@DependencyClient
struct SearchClient: Sendable {
  var search: @Sendable (_ query: String) async throws -> [String]
  var cancel: @Sendable () -> Void
}

extension DependencyValues {
  @DependencyEntry(test: SearchClient.unimplemented)
  var searchClient: SearchClient = SearchClient(search: { [$0] }, cancel: {})
}

@DependencyProperties(\.searchClient, \.greeting)
final class SearchModel {
  func results() async throws -> [String] { try await searchClient.search(greeting) }
}

struct MacroExampleTests {
  @Test(.dependencies { $0.searchClient.search = { ["found \($0)"] } })
  func `a model searches with its client`() async throws {
    #expect(try await SearchModel().results() == ["found test"])
  }

  @Test func `a call to an unimplemented client fails the test`() async {
    await withKnownIssue {
      await #expect(throws: DependencyError.self) { try await SearchModel().results() }
    } matching: { issue in
      "\(issue)".contains("$0.searchClient.search = { _ in ... }")
    }
  }
}
