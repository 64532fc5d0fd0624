public import Dependence
public import Foundation

/// Makes identifiers.
///
/// ```swift
/// struct TicketOffice {
///   @Dependency(\.uuid) private var uuid
///   func sell() -> Ticket { Ticket(id: uuid()) }
/// }
/// ```
///
/// Identifiers are random in apps and previews. In a simulation, they look random, and the schedule decides them. In any other
/// test that does not override the generator, a call is a reported issue.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable (_ site: SourceSite) -> UUID

  /// An identifier.
  public func callAsFunction(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> UUID {
    generate(SourceSite(fileID, filePath, line, column))
  }
}

// MARK: - Forms

extension UUIDGenerator {
  /// Calls `generate` for each identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.init { _ in generate() }
  }

  /// Random identifiers.
  public static var random: Self { Self { UUID() } }

  /// The same identifier every time.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// `UUID(0)`, `UUID(1)`, `UUID(2)`, …: no two calls get the same, from whatever threads. Each
  /// generator begins anew.
  public static var incrementing: Self {
    let count = Counter()
    return Self { UUID(number: UInt64(count.next())) }
  }

  /// Identifiers that look random, and are the same for the same seed: of version 4, as RFC 9562
  /// lays it out.
  public static func seeded(_ seed: UInt64) -> Self {
    let random = Lock(SeededRandomNumberGenerator(seed: seed))
    return Self { random.withLock { UUID(version4: $0.next(), $0.next()) } }
  }

  /// Reports every call, and returns `UUID(0)`.
  public static var unimplemented: Self {
    Self(generate: { site in
      reportUnimplemented("uuid", override: "$0.uuid = .incrementing", at: site)
      return UUID(number: 0)
    })
  }
}

extension UUIDGenerator {
  /// Draws identifiers from the random numbers of a simulation, and reports calls outside one.
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

private enum UUIDKey: DependencyKey {
  static var liveValue: UUIDGenerator { .random }
  static var previewValue: UUIDGenerator { .random }
  static var testValue: UUIDGenerator { .simulated }
}

extension DependencyValues {
  /// The generator of identifiers: random ones, in a simulation those that the schedule decides, and in other tests the value
  /// that the test assigns, such as `.incrementing`.
  public var uuid: UUIDGenerator {
    get { self[_entry: UUIDKey.self, property: \.uuid] }
    set { self[UUIDKey.self] = newValue }
  }
}
