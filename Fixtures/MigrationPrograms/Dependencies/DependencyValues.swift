public import Foundation

/// A key that declares a test value.
public protocol TestDependencyKey<Value>: Sendable {
  associatedtype Value: Sendable = Self
  static var testValue: Value { get }
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

/// A key that also declares a live value.
public protocol DependencyKey<Value>: TestDependencyKey {
  associatedtype Value = Self
  static var liveValue: Value { get }
  static var testValue: Value { get }
  static var previewValue: Value { get }
}

extension DependencyKey {
  public static var testValue: Value { liveValue }
  public static var previewValue: Value { liveValue }
}

/// The values that a scope overrides, and the defaults of all other keys.
public struct DependencyValues: Sendable {
  @TaskLocal public static var _current = DependencyValues()

  fileprivate var overrides: [ObjectIdentifier: any Sendable] = [:]

  public init() {}

  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = overrides[ObjectIdentifier(key)] as? Key.Value { return value }
      if let value = DependencyValues.prepared[ObjectIdentifier(key)] as? Key.Value { return value }
      if let value = DependencyValues.defaults[ObjectIdentifier(key)] as? Key.Value { return value }
      let value = (key as? any DependencyKey.Type)?.anyLiveValue as? Key.Value ?? key.testValue
      DependencyValues.defaults[ObjectIdentifier(key)] = value
      return value
    }
    set { overrides[ObjectIdentifier(key)] = newValue }
  }

  /// The default values that have been read. Each value is computed once. The dictionaries need no
  /// lock, because the programs are single-threaded.
  nonisolated(unsafe) private static var defaults: [ObjectIdentifier: any Sendable] = [:]
  nonisolated(unsafe) private static var prepared: [ObjectIdentifier: any Sendable] = [:]

  fileprivate static func prepare(_ update: (inout DependencyValues) throws -> Void) rethrows {
    var values = DependencyValues()
    try update(&values)
    for (key, value) in values.overrides where defaults[key] == nil { prepared[key] = value }
  }

  /// Returns these values with the overrides of `other`, which take precedence.
  fileprivate func merging(_ other: DependencyValues) -> DependencyValues {
    var values = self
    values.overrides.merge(other.overrides) { _, new in new }
    return values
  }

  public static func withValues<Result>(
    _ update: (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try withDependencies(update, operation: operation)
  }

  public struct Continuation: Sendable {
    fileprivate let values: DependencyValues

    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try DependencyValues.$_current.withValue(values, operation: operation)
    }
  }
}

extension DependencyKey {
  fileprivate static var anyLiveValue: any Sendable { liveValue }
}

/// A property wrapper that reads a dependency. Overrides in the reader's scope take precedence over
/// those of the scope in which the wrapper was created.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let initial = DependencyValues._current
  private let read: @Sendable (DependencyValues) -> Value

  public init(_ path: KeyPath<DependencyValues, Value> & Sendable) { read = { $0[keyPath: path] } }

  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { $0[key] }
  }

  public var wrappedValue: Value {
    let values = initial.merging(DependencyValues._current)
    return DependencyValues.$_current.withValue(values) { read(values) }
  }

  fileprivate var scope: DependencyValues { initial }
}

private protocol AnyReader {
  var scope: DependencyValues { get }
}

extension Dependency: AnyReader {}

public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues._current
  try update(&values)
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs an operation with the dependencies of the scope in which a model was created. Overrides in
/// the current scope take precedence.
public func withDependencies<Model: AnyObject, Result>(
  from model: Model,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues._current
  for child in Mirror(reflecting: model).children {
    if let reader = child.value as? any AnyReader {
      values = reader.scope.merging(values)
      break
    }
  }
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  var result: Result?
  try DependencyValues.prepare { result = try update(&$0) }
  return result!
}

public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation(values: DependencyValues._current))
}

/// Returns a closure that returns a placeholder.
public func unimplemented<each Argument, Result>(
  _ description: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result
) -> @Sendable (repeat each Argument) -> Result {
  { (argument: repeat each Argument) in placeholder() }
}

// MARK: - Values of Foundation

public struct UUIDGenerator: Sendable {
  private let make: @Sendable () -> UUID

  public init(_ make: @escaping @Sendable () -> UUID) { self.make = make }

  /// A generator of identifiers that end with 0, 1, 2 and so on.
  public static var incrementing: UUIDGenerator {
    nonisolated(unsafe) var count = -1
    return UUIDGenerator {
      count += 1
      let digits = String(count, radix: 16)
      let text = String(repeating: "0", count: 12 - digits.count) + digits
      return UUID(uuidString: "00000000-0000-0000-0000-\(text)")!
    }
  }

  public func callAsFunction() -> UUID { make() }
}

public struct DateGenerator: Sendable {
  private var make: @Sendable () -> Date

  public init(_ make: @escaping @Sendable () -> Date) { self.make = make }

  public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }

  public var now: Date {
    get { make() }
    set { make = { newValue } }
  }

  public func callAsFunction() -> Date { make() }
}

private enum UUIDKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
}

private enum DateKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
}

extension DependencyValues {
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }

  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}
