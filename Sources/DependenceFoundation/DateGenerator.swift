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
/// The system's clock in apps and previews; in a test that did not override it, a call is a reported
/// issue.
public struct DateGenerator: Sendable {
  private let generate: @Sendable (_ site: SourceSite?) -> Date

  /// Calls `generate` for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.init { _ in generate() }
  }

  private init(at generate: @escaping @Sendable (_ site: SourceSite?) -> Date) {
    self.generate = generate
  }

  /// The date.
  public func callAsFunction(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Date {
    generate(SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The date. Where it is unimplemented, the issue stands where the generator was read: a property
  /// does not know its caller.
  public var now: Date { generate(nil) }
}

// MARK: - Forms

extension DateGenerator {
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

  /// Reports every call, and returns midnight of 1 January 2001, UTC.
  public static var unimplemented: Self {
    let operation = UnimplementedOperation("date", override: "$0.date = .constant(Date())")
    return Self(at: { site in
      operation.reportCall(at: site)
      return Date(timeIntervalSinceReferenceDate: 0)
    })
  }
}

// MARK: - Key

private enum DateKey: DependencyKey {
  static var liveValue: DateGenerator { .system }
  static var previewValue: DateGenerator { .system }
  static var testValue: DateGenerator { .unimplemented }
}

extension DependencyValues {
  /// Tells what time it is: by the system's clock, and in tests what the test assigns, such as
  /// `.constant(date)` or `.incrementing()`.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}
