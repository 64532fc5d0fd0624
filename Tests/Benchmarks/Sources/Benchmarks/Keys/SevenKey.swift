import Dependence

/// A key whose default is 7 in every context.
protocol SevenKey: DependencyKey where Value == Int {}

extension SevenKey {
  static var liveValue: Int { 7 }
  static var testValue: Int { 7 }
}

// Each key has only one purpose, so that no benchmark affects the reads of another benchmark.

/// A key that is never overridden in this process.
enum Untouched: SevenKey {}

/// A key that is overridden in this process, but not where it is read.
enum Elsewhere: SevenKey {}

/// A key that is overridden where it is read.
enum Overridden: SevenKey {}

/// A key that is overridden by a scope that is entered repeatedly.
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

  // These properties have the same getters as properties that the macro `@DependencyEntry`
  // generates.
  var untouchedEntry: Int { self[_entry: Untouched.self, property: \.untouchedEntry] }
  var overriddenEntry: Int { self[_entry: Overridden.self, property: \.overriddenEntry] }
}
