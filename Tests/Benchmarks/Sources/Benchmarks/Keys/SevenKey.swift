import Dependence

/// A key whose default is 7 everywhere.
protocol SevenKey: DependencyKey where Value == Int {}

extension SevenKey {
  static var liveValue: Int { 7 }
  static var testValue: Int { 7 }
}

// Each has one purpose, so that no row changes what another one reads.

/// Never overridden in this process.
enum Untouched: SevenKey {}

/// Overridden in this process, but not where it is read.
enum Elsewhere: SevenKey {}

/// Overridden where it is read.
enum Overridden: SevenKey {}

/// Overridden by a scope that is entered again and again.
enum Entered: SevenKey {}

extension DependencyValues {
  var untouched: Int { self[Untouched.self] }

  var overridden: Int {
    get { self[Overridden.self] }
    set { self[Overridden.self] = newValue }
  }

  var entered: Int {
    get { self[Entered.self] }
    set { self[Entered.self] = newValue }
  }

  // As `@DependencyEntry` writes them.
  var untouchedEntry: Int { self[_entry: Untouched.self, property: \.untouchedEntry] }
  var overriddenEntry: Int { self[_entry: Overridden.self, property: \.overriddenEntry] }
}
