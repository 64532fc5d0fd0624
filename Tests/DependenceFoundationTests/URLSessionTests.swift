import Dependence
import DependenceFoundation
import DependenceTesting
import Foundation
import TestKeys
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct URLSessionTests {
  @Test(
    arguments: [
      "https://example.invalid/a", "http://127.0.0.1:1/", "ftp://example.invalid/",
      "file:///etc/hostname", "data:text/plain,hello", "ws://127.0.0.1:1/", "strange:thing",
    ]
  )
  func `a test that did not override it cannot load anything, and is told why`(
    address: String
  ) async throws {
    let url = try #require(URL(string: address))

    let issues = await issues {
      @Dependency(\.urlSession) var urlSession
      let error = await #expect(throws: URLError.self) { _ = try await urlSession.data(from: url) }
      #expect(error?.code == .resourceUnavailable)
      #expect(
        error?.localizedDescription == """
          \(address) was not loaded, because urlSession is unimplemented in this test. Override it \
          with $0.urlSession = …, in withDependencies { … } or .dependencies { … }.
          """
      )
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "urlSession")])
  }

  @Test func `neither can it upload or download`() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))

    _ = await issues {
      @Dependency(\.urlSession) var urlSession
      let upload = await #expect(throws: URLError.self) {
        _ = try await urlSession.upload(for: URLRequest(url: url), from: Data("hello".utf8))
      }
      let download = await #expect(throws: URLError.self) {
        _ = try await urlSession.download(from: url)
      }
      #expect([upload?.code, download?.code] == [.resourceUnavailable, .resourceUnavailable])
    }
  }

  @Test func `what a test gets keeps nothing`() {
    _ = issues {
      let configuration = DependencyValues.current.urlSession.configuration
      #expect(configuration.urlCache == nil)
      #expect(configuration.httpCookieStorage == nil)
      #expect(configuration.urlCredentialStorage == nil)
    }
  }

  @Test(.dependency(\.context, .live)) func `in apps it is the shared session`() {
    #expect(DependencyValues.current.urlSession === URLSession.shared)
  }
}
