import Dependence
import Testing

/// A value that a stored property of a test case creates. Its initializer causes the error of this
/// process, if the error belongs to stored properties.
struct Model {
  @Dependency(\.rates) private var rates
  @Dependency(\.settings) private var settings
  @Dependency(\.limit) private var limit

  init() {
    guard let cell = Cell.current, cell.form == "StoredProperties" else { return }
    switch cell.place {
    case "nowhere": break
    case "unimplemented": _ = try? rates.fetch("EUR")
    case "liveOnly": _ = settings
    case "strictRead": _ = limit
    case "reportIssue": reportIssue("this may not get lost")
    case "expect": #expect(Bool(false), "this may not get lost")
    case "once": _ = Self.reportOnce
    default: fatalError("There is no mistake \(cell.place)")
    }
  }

  private static let reportOnce: Void = reportIssue("this may not get lost")
}

struct RatesClient: Sendable {
  var fetch: @Sendable (_ currency: String) throws -> Double
}

extension DependencyValues {
  var rates: RatesClient {
    get { self[RatesKey.self] }
    set { self[RatesKey.self] = newValue }
  }

  var settings: String {
    get { self[SettingsKey.self] }
    set { self[SettingsKey.self] = newValue }
  }

  var limit: Int {
    get { self[LimitKey.self] }
    set { self[LimitKey.self] = newValue }
  }
}

private enum RatesKey: DependencyKey {
  static var liveValue: RatesClient { RatesClient { _ in 1 } }
  static var testValue: RatesClient {
    RatesClient { _ in throw unimplemented("RatesClient.fetch") }
  }
}

private enum SettingsKey: DependencyKey {
  static var liveValue: String { "live" }
}

private enum LimitKey: DependencyKey {
  static var liveValue: Int { 1 }
  static var testValue: Int { 2 }
}

/// A model without an error. In the scope of a test, it reads the value of that scope.
struct RightModel {
  @Dependency(\.limit) private var read
  var limit: Int { read }
}
