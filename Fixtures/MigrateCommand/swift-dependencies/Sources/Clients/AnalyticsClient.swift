public import Dependencies
import XCTestDynamicOverlay

public struct AnalyticsClient: Sendable {
  public var track: @Sendable (_ event: String, _ value: Int) -> Void
  public var flush: @Sendable () async throws -> Int
  public var pending: @Sendable () -> Int
  public var consent: @Sendable (Bool) async -> Void

  public init(
    track: @escaping @Sendable (_ event: String, _ value: Int) -> Void,
    flush: @escaping @Sendable () async throws -> Int,
    pending: @escaping @Sendable () -> Int,
    consent: @escaping @Sendable (Bool) async -> Void
  ) {
    self.track = track
    self.flush = flush
    self.pending = pending
    self.consent = consent
  }
}

extension AnalyticsClient: DependencyKey {
  public static var liveValue: Self {
    Self(
      track: { event, value in
        guard !isTesting else { return }
        print(event, value)
      },
      flush: { 0 },
      pending: { 0 },
      consent: { _ in }
    )
  }

  public static let testValue = Self(
    track: unimplemented("AnalyticsClient.track"),
    flush: unimplemented("AnalyticsClient.flush"),
    pending: unimplemented("AnalyticsClient.pending", placeholder: 0),
    consent: XCTUnimplemented("AnalyticsClient.consent", placeholder: ())
  )
}

extension DependencyValues {
  public var analytics: AnalyticsClient {
    get { self[AnalyticsClient.self] }
    set { self[AnalyticsClient.self] = newValue }
  }
}

/// A protocol with a separate key, as in older code.
public protocol Greeter: Sendable {
  func greet() -> String
}

public struct PlainGreeter: Greeter {
  public init() {}
  public func greet() -> String { "hello" }
}

private enum GreeterKey: DependencyKey {
  static let liveValue: any Greeter = PlainGreeter()
  static let testValue: any Greeter = UnimplementedGreeter()
}

struct UnimplementedGreeter: Greeter {
  func greet() -> String {
    XCTFail("Greeter.greet is unimplemented")
    return ""
  }
}

extension DependencyValues {
  public var greeter: any Greeter {
    get { self[GreeterKey.self] }
    set { self[GreeterKey.self] = newValue }
  }
}
