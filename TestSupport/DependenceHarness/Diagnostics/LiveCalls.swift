package import Dependence
import DependenceClients

extension IssueSink {
  package func reportingCalls(to holder: Holder, of record: AnyKeyRecord) -> Holder {
    let reporter = LiveCallReporter(record: record)
    let wrapper = _EndpointWrapper(reporter, at: .unknown)
    return record.mapping(holder) { ($0 as? any _WrappableClient)?._wrapped(by: wrapper) } ?? holder
  }
}

/// An interceptor that reports an issue if a test calls an endpoint of a live client. The issue is
/// reported only once in each test, like the issue about a read of the live client.
private final class LiveCallReporter: EndpointInterceptor {
  private struct Call: InterceptedCall {}

  let record: AnyKeyRecord

  init(record: AnyKeyRecord) { self.record = record }

  // Calls to clients inside the live client are reported, too, unless computing the live value has
  // read other keys. An inner client may then come from one of these keys, and the test may override
  // it. If the test does not, the read of that key is reported instead.
  var wrapsNestedClients: Bool { !record.readsOtherKeys }

  // An endpoint that cannot be wrapped is not reported, because the test may override it.
  func didSkip(_ endpoint: String, _ remedy: String) -> Bool { true }

  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall {
    let frame = Frame.current
    if frame.context == .test, !frame.root.isExecutingLiveCall,
      frame.root.cache.takeFlawReport(of: record)
    {
      // The source location of the call is unknown, so the issue appears at the running test.
      let issue = DependencyIssue(liveCallTo: endpoint.name, of: record, at: .unknown)
      IssuePath.deliver(issue, from: frame)
    }
    return Call()
  }
}

// MARK: - Intended calls

extension DependencyRoot {
  /// Records that the test executes a live implementation on purpose, for example to record its
  /// response. Until the caller calls ``endLiveCall()``, calls to live endpoints are not reported.
  package func beginLiveCall() { RootData.withState(of: self) { $0.liveCalls += 1 } }

  package func endLiveCall() { RootData.withState(of: self) { $0.liveCalls -= 1 } }

  fileprivate var isExecutingLiveCall: Bool { (RootData.known(self)?.liveCalls ?? 0) > 0 }
}
