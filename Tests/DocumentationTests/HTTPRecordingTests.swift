import DependenceMacros
import DependenceRecording
import DependenceTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@DependencyClient
struct HTTPClient: Sendable {
  var send: @Sendable (_ request: URLRequest) async throws -> (Data, URLResponse)
}

extension HTTPClient {
  nonisolated static let live = HTTPClient(send: { try await URLSession.shared.data(for: $0) })
}

extension DependencyValues {
  @DependencyEntry(test: HTTPClient.unimplemented)
  var http: HTTPClient = .live
}

struct HTTPRecordingTests {
  @Test(.recorded { $1.http = $0.wrap(.live) })
  func `the status page is available`() async throws {
    @Dependency(\.http) var http
    let url = try #require(URL(string: "https://status.example/"))

    let (data, response) = try await http.send(request: URLRequest(url: url))

    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(String(decoding: data, as: UTF8.self) == "up")
  }
}
