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
/// Random in apps and previews; in a test that did not override it, a call is a reported issue.
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

// MARK: - Key

private enum UUIDKey: DependencyKey {
  static var liveValue: UUIDGenerator { .random }
  static var previewValue: UUIDGenerator { .random }
  static var testValue: UUIDGenerator { .unimplemented }
}

extension DependencyValues {
  /// Makes identifiers: random ones, and in tests what the test assigns, such as `.incrementing`.
  public var uuid: UUIDGenerator {
    get { self[_entry: UUIDKey.self, property: \.uuid] }
    set { self[UUIDKey.self] = newValue }
  }
}
