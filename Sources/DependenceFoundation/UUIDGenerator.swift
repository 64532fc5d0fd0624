public import Dependence
public import Foundation

/// A generator that returns a unique identifier when called.
///
/// ```swift
/// struct TicketOffice {
///   @Dependency(\.uuid) private var uuid
///   func sell() -> Ticket { Ticket(id: uuid()) }
/// }
/// ```
///
/// In apps and previews, the identifiers are random. In a simulation (a test that runs in virtual
/// time, with its tasks in a reproducible order), they look random, but are the same each time the
/// tasks run in that order. In all other tests, calling the generator without overriding it is
/// reported as an issue.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable (_ site: SourceSite) -> UUID

  /// Returns a new identifier.
  public func callAsFunction(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> UUID {
    generate(SourceSite(fileID, filePath, line, column))
  }
}

// MARK: - Creating generators

extension UUIDGenerator {
  /// Creates a generator that calls `generate` whenever an identifier is requested.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.init { _ in generate() }
  }

  /// A generator that returns random identifiers.
  public static var random: Self { Self { UUID() } }

  /// Returns a generator that always returns the same identifier.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// A generator that returns `UUID(0)`, `UUID(1)`, `UUID(2)` and so on. Each access to this
  /// property returns a new generator, which starts at 0. Concurrent calls get different
  /// identifiers.
  public static var incrementing: Self {
    let count = Counter()
    return Self { UUID(number: UInt64(count.next())) }
  }

  /// Returns a generator of identifiers that look random (version 4 of RFC 9562). Generators with
  /// the same seed return the same sequence of identifiers.
  public static func seeded(_ seed: UInt64) -> Self {
    let random = Lock(SeededRandomNumberGenerator(seed: seed))
    return Self { random.withLock { UUID(version4: $0.next(), $0.next()) } }
  }

  /// A generator that reports every call as an issue, and then returns `UUID(0)`.
  public static var unimplemented: Self {
    Self(generate: { site in
      reportUnimplemented("uuid", override: "$0.uuid = .incrementing", at: site)
      return UUID(number: 0)
    })
  }
}

extension UUIDGenerator {
  /// A generator that creates identifiers from the random numbers of a simulation (a test that runs
  /// in virtual time, with its tasks in a reproducible order). Outside a simulation, calls are
  /// reported as issues.
  fileprivate static var simulated: Self {
    let unimplemented = unimplemented
    return Self(generate: { site in
      guard let first = SimulatedSources.nextNumber(), let second = SimulatedSources.nextNumber()
      else { return unimplemented.generate(site) }
      return UUID(version4: first, second)
    })
  }
}

// MARK: - Key

private enum UUIDKey: DependencyKey, BuiltInKey {
  static var propertyName: String { "uuid" }
  static var liveValue: UUIDGenerator { .random }
  static var previewValue: UUIDGenerator { .random }
  static var testValue: UUIDGenerator { .simulated }
}

extension DependencyValues {
  /// The generator of unique identifiers.
  ///
  /// In apps, the identifiers are random. In a simulation, they are determined by the order in
  /// which tasks run. All other tests should override the generator, for example with
  /// `.incrementing`.
  public var uuid: UUIDGenerator {
    get { self[_entry: UUIDKey.self, property: \.uuid] }
    set { self[UUIDKey.self] = newValue }
  }
}
