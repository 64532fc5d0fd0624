public import Dependence
public import Foundation

/// Tells what time it is.
///
/// ```swift
/// struct Receipt {
///   @Dependency(\.date) private var date
///   func stamp() -> String { date().formatted(.iso8601) }
/// }
/// ```
///
/// The default is the system's clock in apps and previews. In a simulation, it is midnight of 1 January 2001, UTC, plus the
/// virtual time since the simulation began. In any other test that does not override it, a call is a reported issue.
public struct DateGenerator: Sendable {
  private let generate: @Sendable (_ site: SourceSite?) -> Date

  /// The date.
  public func callAsFunction(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Date {
    generate(SourceSite(fileID, filePath, line, column))
  }

  /// The date. Where it is unimplemented, the issue stands where the generator was read: a property
  /// does not know its caller.
  ///
  /// Assigning to it makes every date this one, as ``constant(_:)`` does: `$0.date.now = date`.
  public var now: Date {
    get { generate(nil) }
    set { self = .constant(newValue) }
  }
}

// MARK: - Forms

extension DateGenerator {
  /// Calls `generate` for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.init { _ in generate() }
  }

  /// The system's clock.
  public static var system: Self { Self { Date() } }

  /// The same date every time.
  public static func constant(_ date: Date) -> Self { Self { date } }

  /// `first`, and at each call a date that is later by `step`. No two calls get the same, from
  /// whatever threads, unless `step` is shorter than what `Date` tells apart: 0.1 µs in this century.
  public static func incrementing(
    from first: Date = Date(timeIntervalSinceReferenceDate: 0),
    by step: Duration = .seconds(1)
  ) -> Self {
    let count = Counter()
    let interval = step / .seconds(1)
    // Not added up, which would add up the errors of rounding too.
    return Self { first.addingTimeInterval(Double(count.next()) * interval) }
  }

  /// `start`, and later dates as time passes on `clock`.
  ///
  /// ```swift
  /// $0.continuousClock = clock
  /// $0.date = .following(clock)
  /// ```
  ///
  /// With a test clock the date stands still until the test moves time. With the clock of a simulation,
  /// such as `ContinuousClock()` inside one, it keeps virtual time.
  ///
  /// - Parameters:
  ///   - clock: The clock to read for each date.
  ///   - start: The date at what `clock` shows now; midnight of 1 January 2001, UTC, unless you say.
  public static func following(
    _ clock: some Clock<Duration>,
    from start: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) -> Self {
    let beginning = clock.now
    return Self { start.addingTimeInterval(beginning.duration(to: clock.now) / .seconds(1)) }
  }

  /// Reports every call, and returns midnight of 1 January 2001, UTC.
  public static var unimplemented: Self {
    let maker = DefaultReader.site ?? SourceSite()
    return Self(generate: { site in
      reportUnimplemented("date", override: "$0.date = .constant(Date())", at: site ?? maker)
      return Date(timeIntervalSinceReferenceDate: 0)
    })
  }
}

extension DateGenerator {
  /// Follows the virtual time of a simulation, and reports calls outside one.
  fileprivate static var simulated: Self {
    let unimplemented = unimplemented
    return Self(generate: { site in
      guard let now = SimulatedSources.now else { return unimplemented.generate(site) }
      return Date(timeIntervalSinceReferenceDate: now / .seconds(1))
    })
  }
}

// MARK: - Key

private enum DateKey: DependencyKey {
  static var liveValue: DateGenerator { .system }
  static var previewValue: DateGenerator { .system }
  static var testValue: DateGenerator { .simulated }
}

extension DependencyValues {
  /// The current date: by the system's clock, in a simulation by virtual time, and in other tests the value that the test
  /// assigns, such as `.constant(date)` or `.incrementing()`.
  public var date: DateGenerator {
    get { self[_entry: DateKey.self, property: \.date] }
    set { self[DateKey.self] = newValue }
  }
}
