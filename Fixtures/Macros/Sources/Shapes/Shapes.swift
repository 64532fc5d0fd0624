import DependenceMacros

struct Failure: Error {}

enum Defaults { static let delay = Duration.seconds(1) }

/// A client with every kind of endpoint.
@DependencyClient
public struct Endpoints: Sendable {
  public typealias Fetch = @Sendable (_ id: Int, Bool) async throws -> String

  public var none: @Sendable () async throws -> String
  public var one: @Sendable (Int) async throws -> String
  public var named: @Sendable (_ id: Int, _ deep: Bool) throws -> String
  public var mixed: @Sendable (Int, _ label: String) async -> Void
  public var void: @Sendable () -> Void
  public var aliased: Fetch
  public var typed: @Sendable (String) async throws(DependencyError) -> Int
  public var typedVoid: @Sendable () throws(CancellationError) -> Void
  public var change: @Sendable (inout Int, _ by: Int) throws -> Void
  public var escaping: @Sendable (@escaping @Sendable (Int) -> Void) throws -> Void
  public var handler: @Sendable (_ handle: @escaping @Sendable (Int) -> Void) throws -> Void
  public var nonescaping: @Sendable ((inout Int) -> Void) throws -> Void
  public var nonescapingOnMain: @MainActor @Sendable ((inout Int) -> Void) async throws -> Void
  public var variadic: @Sendable ((Int...) throws -> Int) async throws -> Int
  public var empty: @Sendable (()) throws -> Int
  public var numbered: @Sendable (_ p0: Int, _ p1: Int) throws -> Int
  public var sent: @Sendable (sending [Int]) async throws -> Void
  public var optional: (@Sendable (Int) -> Int)?
  public var initial: @Sendable (Int) -> Int = { $0 + 1 }
  public var onMain: @MainActor @Sendable (Int) throws -> Int
  public var onMainAsync: @MainActor (Int) async throws -> Int
  public var concurrent: @concurrent @Sendable (Int) async throws -> Int
  public var inherits: nonisolated(nonsending) @Sendable (Int) async throws -> Int
  public var line: @Sendable (_ line: Int, _ fileID: String) throws -> Int
  public let constant: @Sendable () throws -> Int
  public var `default`: @Sendable (_ `for`: String) throws -> Int
  public var a, b: @Sendable () throws -> Int
  public var limit = 10
  public var delay: Duration = Defaults.delay
  public var name: String?
  private var secret: Int = 3
  public let version = 1
  public var observed: @Sendable () throws -> Void { didSet { secret += 1 } }
  public static let shared = Endpoints()
  public var computed: Int { secret }
}

func calls(_ endpoints: Endpoints) async throws {
  var number = try await endpoints.none().count
  number += try await endpoints.one(1).count
  number += try endpoints.named(id: 1, deep: true).count
  await endpoints.mixed(1, label: "")
  endpoints.void()
  number += try await endpoints.aliased(id: 1, true).count
  do throws(DependencyError) { number += try await endpoints.typed("") } catch { _ = error }
  do throws(CancellationError) { try endpoints.typedVoid() } catch { _ = error }
  try endpoints.change(&number, by: 2)
  try endpoints.escaping { _ in }
  try endpoints.handler { _ in }
  try endpoints.handler(handle: { _ in })
  try await endpoints.sent([1])
  number += try await endpoints.onMain(1) + endpoints.onMainAsync(2)
  number += try await endpoints.concurrent(1) + endpoints.inherits(2)
  number += try endpoints.line(line: 1, fileID: "") + endpoints.default(for: "")
}

@DependencyClient
struct WithRequirement: Sendable {
  let host: String
  var fetch: @Sendable () throws -> Void
}

@DependencyClient
struct Keywords: Sendable {
  var `init`: @Sendable () throws -> Void
}

@MainActor @DependencyClient
struct OnMain: Sendable {
  var load: @Sendable () async throws -> Int
  var show: @MainActor (String) throws -> Void
  var title = "x"
}

typealias Elsewhere = @Sendable (Int) throws -> String

@DependencyClient
struct Marked: Sendable {
  @DependencyEndpoint var fetch: Elsewhere
  @DependencyEndpoint let other: Elsewhere
}

public enum Feature {
  #if DEBUG
  @DependencyClient
  public struct AuthClient: Sendable {
    public var logIn: @Sendable (_ name: String) async throws -> Void
    #if DEBUG
    public var debug: @Sendable () throws -> Int
    #else
    public var release: @Sendable () throws -> Int
    #endif
  }
  #endif
}

public extension Feature {
  @DependencyClient
  struct Generic<Value: Sendable, Failure: Error>: Sendable {
    public var load: @Sendable (_ key: String) async throws -> Value
    public var store: @Sendable (Value) throws(Failure) -> Void
  }
}
