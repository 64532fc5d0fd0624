public import DependenceMacros
import Testing

enum Defaults {
  static let limit = 3
  static func stop() -> Int { 4 }
}

/// A public client with initial values that refer to internal declarations, an initial value that
/// refers to none, and an endpoint without an initial value.
@DependencyClient
public struct PublicClient: Sendable {
  /// A value whose initial value is an internal constant.
  public var limit: Int = Defaults.limit
  /// An optional endpoint that calls an internal function.
  public var stop: (@Sendable () -> Int)? = { Defaults.stop() }
  /// A value whose initial value is a literal.
  public var count: Int = 5
  /// An endpoint without an initial value.
  public var load: @Sendable () throws -> Int
}

struct PublicClientTests {
  @Test func `initial values of a public client can refer to internal declarations`() {
    let client = PublicClient(load: { 1 })

    #expect(client.limit == 3)
    #expect(client.stop?() == 4)
    #expect(client.count == 5)
    #expect(PublicClient(limit: 6).limit == 6)
  }
}
