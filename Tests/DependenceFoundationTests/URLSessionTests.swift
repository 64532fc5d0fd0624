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
  func `an unimplemented session fails to load any URL, and its error gives the reason`(
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

  @Test func `an unimplemented session fails to upload and to download`() async throws {
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

  @Test func `an unimplemented session has no cache, cookies or credentials`() {
    _ = issues {
      let configuration = DependencyValues.current.urlSession.configuration
      #expect(configuration.urlCache == nil)
      #expect(configuration.httpCookieStorage == nil)
      #expect(configuration.urlCredentialStorage == nil)
    }
  }

  @Test func `each test case has its own unimplemented session`() {
    let owner = Frame.current.root.owner
    let roots = (0..<2).map { _ in DependencyRoot(owner: owner) }
    defer { for root in roots { root.close() } }
    var sessions: [URLSession] = []
    for root in roots {
      Frame.bind(RootFrame(root)) {
        _ = issues { for _ in 0..<2 { sessions.append(DependencyValues.current.urlSession) } }
      }
    }

    #expect(sessions[0] === sessions[1])
    #expect(sessions[2] === sessions[3])
    #expect(sessions[0] !== sessions[2])
  }

  @Test(.dependency(\.context, .live)) func `the live session is URLSession.shared`() {
    #expect(DependencyValues.current.urlSession === URLSession.shared)
  }
}
