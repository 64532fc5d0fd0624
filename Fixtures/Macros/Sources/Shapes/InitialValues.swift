import DependenceMacros

/// A client with every kind of endpoint that has an initial value.
@DependencyClient
public struct Results: Sendable {
  public typealias Check = @Sendable (_ name: String) -> Bool

  public var none: @Sendable () -> Bool = { false }
  public var void: @Sendable () -> Void = {}
  public var named: @Sendable (_ id: Int, _ deep: Bool) -> Int = { $1 ? $0 : 0 }
  public var asynchronous: @Sendable (_ id: Int) async -> Int = { $0 }
  public var both: @Sendable (Int, Int) async throws -> Int = { $0 + $1 }
  public var typed: @Sendable () async throws(DependencyError) -> Int = { 3 }
  public var change: @Sendable (inout Int, _ by: Int) -> Void = { $0 += $1 }
  public var aliased: Check = { $0 == "on" }
  public var reference: @Sendable (Int) -> Int = Results.negative
  public var selfReference: @Sendable (Int) -> Int = Self.negative
  public var inferred = { @Sendable (first: Int, second: Int) async throws -> Int in first + second
  }
  public var optional: (@Sendable () -> Int)? = { 5 }
  public var generic: Optional<@Sendable (Int) async throws -> Int> = { $0 }
  public var unwrapped: (@Sendable (Int) -> Int)! = { $0 }
  public var onMain: @MainActor @Sendable (Int) -> Int = { $0 }
  public var concurrent: @concurrent @Sendable (Int) async -> Int = { $0 }
  public var inherits: nonisolated(nonsending) @Sendable (Int) async throws -> Int = { $0 }
  public var sent: @Sendable (sending [Int]) async -> [Int] = { $0 }
  public var late: @Sendable (@autoclosure () throws -> Int) throws -> Int = { try $0() }
  public var escaping: @Sendable (@escaping @Sendable (Int) -> Void) -> Void = { $0(1) }
  public var nonescaping: @Sendable ((Int) -> Int) -> Int = { $0(1) }
  public var tuple: @Sendable ((Int, Int)) -> Int = { $0.0 + $0.1 }
  public var observed: @Sendable () -> Int = { 7 } { didSet { title = "observed" } }
  public var title = "title"
  @DependencyEndpoint var elsewhere: Elsewhere = { "\($0)" }

  public static func negative(_ number: Int) -> Int { -number }
}

extension Results {
  public static let byHand = Self(
    none: { unimplemented("Answers.none", placeholder: true) },
    void: { unimplemented("Answers.void") },
    both: { _, _ in throw unimplemented("Answers.both") }
  )
}
