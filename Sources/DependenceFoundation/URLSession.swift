public import Dependence

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

private enum URLSessionKey: PlaceholderDependencyKey {
  static var liveValue: URLSession { .shared }
  // Return a new session each time. If all tests shared a session, it could carry the state of one
  // test over to another.
  static var placeholder: URLSession { .refusing }
  static var property: String? { "urlSession" }
  static var example: String { "URLSession(configuration: configuration)" }
}

extension DependencyValues {
  /// The session that loads data from the network. In apps, this is the shared session.
  ///
  /// Reading the session in a test without overriding it reports an issue, and returns a session
  /// that refuses every request. The error thrown by a refused request also names the dependency to
  /// override. On some operating systems, the session cannot refuse WebSocket connections.
  public var urlSession: URLSession {
    get { self[_entry: URLSessionKey.self, property: \.urlSession] }
    set { self[URLSessionKey.self] = newValue }
  }
}

// MARK: - Refusing

extension URLSession {
  /// A session that stores no data and fails every request without accessing the network. On some
  /// operating systems, it still lets WebSocket connections through.
  fileprivate static var refusing: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RefusingURLProtocol.self]
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    return URLSession(configuration: configuration)
  }
}

private final class RefusingURLProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let url = request.url?.absoluteString ?? "a resource"
    let message = """
      \(url) was not loaded, because urlSession is unimplemented in this test. Override it with \
      $0.urlSession = …, in \(overridingScopes).
      """
    let error = URLError(.resourceUnavailable, userInfo: [NSLocalizedDescriptionKey: message])
    client?.urlProtocol(self, didFailWithError: error)
  }

  override func stopLoading() {}
}
