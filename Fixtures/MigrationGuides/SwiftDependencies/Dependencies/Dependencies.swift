// Declarations with the names of the library "swift-dependencies", for code that is compiled but
// never run.

public protocol DependencyKey: Sendable {
  associatedtype Value: Sendable = Self
  static var liveValue: Value { get }
  static var testValue: Value { get }
}

public struct DependencyValues: Sendable {
  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get { fatalError() }
    set { fatalError() }
  }

  public var continuousClock: any Clock<Duration> {
    get { fatalError() }
    set { fatalError() }
  }
}

@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  public init(_ keyPath: KeyPath<DependencyValues, Value> & Sendable) {}
  public var wrappedValue: Value { fatalError() }
}

public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  fatalError()
}

public struct Continuation: Sendable {
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result { fatalError() }
}

public func withEscapedDependencies<Result>(
  _ operation: (Continuation) throws -> Result
) rethrows -> Result {
  fatalError()
}

public func unimplemented<each Argument, Result>(
  _ description: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result
) -> @Sendable (repeat each Argument) -> Result {
  fatalError()
}

public struct ImmediateClock: Clock {
  public struct Instant: InstantProtocol {
    public func advanced(by duration: Duration) -> Self { fatalError() }
    public func duration(to other: Self) -> Duration { fatalError() }
    public static func < (left: Self, right: Self) -> Bool { fatalError() }
  }

  public init() {}
  public var now: Instant { fatalError() }
  public var minimumResolution: Duration { fatalError() }
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
