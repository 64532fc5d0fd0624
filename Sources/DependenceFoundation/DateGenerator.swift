public import Dependence
public import Foundation

/// A generator that returns the current date when called.
///
/// ```swift
/// struct Receipt {
///   @Dependency(\.date) private var date
///   func stamp() -> String { date().formatted(.iso8601) }
/// }
/// ```
///
/// Apps and previews use the system's clock by default. In a simulation (a test that runs in
/// virtual time, with its tasks in a reproducible order), the date is January 1, 2001, midnight
/// UTC, plus the virtual time since the simulation began. In all other tests, calling the generator
/// without overriding it is reported as an issue.
public struct DateGenerator: Sendable {
  private let generate: @Sendable (_ site: SourceSite?) -> Date

  /// Returns the current date.
  public func callAsFunction(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Date {
    generate(SourceSite(fileID, filePath, line, column))
  }

  /// The current date.
  ///
  /// A property does not receive its caller's source location, so if the generator is
  /// unimplemented, the issue is reported where the `date` dependency was first read. If the
  /// generator was not created by such a read, the issue is reported at the location of the running
  /// test.
  ///
  /// Assigning a date, as in `$0.date.now = date`, replaces the generator with a constant one.
  public var now: Date {
    get { generate(nil) }
    set { self = .constant(newValue) }
  }
}

// MARK: - Creating generators

extension DateGenerator {
  /// Creates a generator that calls `generate` whenever a date is requested.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.init { _ in generate() }
  }

  /// A generator that returns the system clock's current date.
  public static var system: Self { Self { Date() } }

  /// Returns a generator that always returns the same date.
  public static func constant(_ date: Date) -> Self { Self { date } }

  /// Returns a generator whose first call returns `first`. Each further call returns a date that is
  /// `step` later than the previous one.
  ///
  /// Concurrent calls get different dates, unless `step` is smaller than the precision of `Date`,
  /// which is 0.1 µs in this century.
  public static func incrementing(
    from first: Date = Date(timeIntervalSinceReferenceDate: 0),
    by step: Duration = .seconds(1)
  ) -> Self {
    let count = Counter()
    let interval = step / .seconds(1)
    // Multiply the step by the number of previous calls, because adding the step to the date at
    // each call would accumulate rounding errors.
    return Self { first.addingTimeInterval(Double(count.next()) * interval) }
  }

  /// Returns a generator whose date starts at `start` and advances in step with `clock`.
  ///
  /// ```swift
  /// $0.continuousClock = clock
  /// $0.date = .following(clock)
  /// ```
  ///
  /// With a test clock, the date changes only when the test advances the clock. With a clock in a
  /// simulation, such as `ContinuousClock()`, the date advances with virtual time.
  ///
  /// - Parameters:
  ///   - clock: The clock that determines how much time has passed.
  ///   - start: The date that corresponds to the current instant of `clock`. The default is January
  ///     1, 2001, midnight UTC.
  public static func following(
    _ clock: some Clock<Duration>,
    from start: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) -> Self {
    let beginning = clock.now
    return Self { start.addingTimeInterval(beginning.duration(to: clock.now) / .seconds(1)) }
  }

  /// A generator that reports every call as an issue, and then returns January 1, 2001, midnight
  /// UTC.
  public static var unimplemented: Self {
    let creationSite = DefaultReader.site ?? .unknown
    return Self(generate: { site in
      reportUnimplemented("date", override: "$0.date = .constant(Date())", at: site ?? creationSite)
      return Date(timeIntervalSinceReferenceDate: 0)
    })
  }
}

extension DateGenerator {
  /// A generator that derives the date from the virtual time of a simulation (a test that runs its
  /// tasks in a reproducible order). Outside a simulation, calls are reported as issues.
  fileprivate static var simulated: Self {
    let unimplemented = unimplemented
    return Self(generate: { site in
      guard let now = SimulatedSources.now else { return unimplemented.generate(site) }
      return Date(timeIntervalSinceReferenceDate: now / .seconds(1))
    })
  }
}

// MARK: - Key

private enum DateKey: DependencyKey, BuiltInKey {
  static var propertyName: String { "date" }
  static var liveValue: DateGenerator { .system }
  static var previewValue: DateGenerator { .system }
  static var testValue: DateGenerator { .simulated }
}

extension DependencyValues {
  /// The generator of the current date.
  ///
  /// In apps, it returns the system clock's date. In a simulation, it returns a virtual date. All
  /// other tests should override it with a generator such as `.constant(date)`.
  public var date: DateGenerator {
    get { self[_entry: DateKey.self, property: \.date] }
    set { self[DateKey.self] = newValue }
  }
}
