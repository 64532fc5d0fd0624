@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

/// Tests of the information that a property wrapper caches about the property that it reads.
struct ReadSiteTests {
  /// The results of reading a property repeatedly at one call site, each time in a different scope.
  private struct Reads {
    let values: [Int]
    /// Whether later reads at the call site access the key directly, without a call of the
    /// property's getter.
    let isByKey: Bool

    init(
      _ path: any KeyPath<DependencyValues, Int> & Sendable,
      overriding update: [@Sendable (inout DependencyValues) -> Void],
      line: UInt = #line
    ) {
      let location = StaticSourceLocation(#fileID, #filePath, line, #column)
      let site = ReadSite.of(path, at: location)
      values = update.map { update in withDependencies(update) { site.currentValue() } }
      isByKey = site.object.record != nil
    }
  }

  @Test func `a property for one key is read by key and returns the same values`() {
    let reads = Reads(\.entered, overriding: [{ $0.entered = 1 }, { _ in }, { $0.entered = 3 }])

    #expect(reads.values == [1, 7, 3])
    #expect(reads.isByKey)
  }

  @Test func `a property that transforms another property is computed at every read`() {
    let reads = Reads(\.doubled, overriding: [{ $0.entered = 1 }, { _ in }, { $0.entered = 3 }])

    #expect(reads.values == [2, 14, 6])
    #expect(!reads.isByKey)
  }

  @Test func `a property that chooses between keys is computed at every read`() {
    let reads = Reads(
      \.chosen,
      overriding: [{ $0.entered = 1 }, { $0.isOther = true }, { $0.entered = 3 }]
    )

    #expect(reads.values == [1, 8, 3])
    #expect(!reads.isByKey)
  }

  @Test func `a property that returns another property is computed at every read`() {
    let reads = Reads(\.alias, overriding: [{ $0.entered = 1 }, { _ in }, { $0.entered = 3 }])

    #expect(reads.values == [1, 7, 3])
    #expect(!reads.isByKey)
  }

  @Test func `a hand-written property is computed at every read`() {
    let reads = Reads(\.number, overriding: [{ $0.number = 1 }, { _ in }, { $0.number = 3 }])

    #expect(reads.values == [1, 3, 3])
    #expect(!reads.isByKey)
  }

  @Test func `equal key paths at one call site share a read site`() {
    func path(_ summand: Int) -> any KeyPath<DependencyValues, Int> & Sendable { \.[plus: summand] }
    let location = StaticSourceLocation(#fileID, #filePath, #line, #column)

    let sites = [1, 1, 2].map { ReadSite.of(path($0), at: location) }

    #expect(sites[0].object === sites[1].object)
    #expect(sites[0].object !== sites[2].object)
    #expect(sites.map { $0.currentValue() } == [8, 8, 9])
  }

  @Test func `a built-in key of another module is read by key`() {
    @Dependency(\.withRandomNumberGenerator) var generator
    let location = StaticSourceLocation(#fileID, #filePath, #line, #column)
    let site = ReadSite.of(\DependencyValues.withRandomNumberGenerator, at: location)

    withDependencies {
      $0.withRandomNumberGenerator = .seeded(1)
    } operation: {
      let _: WithRandomNumberGenerator = site.currentValue()
    }

    #expect(site.object.record != nil)
  }
}

extension Uncounted where Object == ReadSite {
  /// Returns the value in the same way as a property wrapper does.
  fileprivate func currentValue<Value: Sendable>() -> Value {
    find()?.value(as: Value.self) ?? read()
  }
}

private enum EnteredKey: DependencyKey {
  static var liveValue: Int { 7 }
  static var testValue: Int { 7 }
}

private enum OtherKey: DependencyKey {
  static var liveValue: Int { 8 }
  static var testValue: Int { 8 }
}

private enum IsOtherKey: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}

extension DependencyValues {
  // These properties have the form of the code that `@DependencyEntry` generates.
  fileprivate var entered: Int {
    get { self[_entry: EnteredKey.self, property: \.entered] }
    set { self[EnteredKey.self] = newValue }
  }

  fileprivate var other: Int {
    get { self[_entry: OtherKey.self, property: \.other] }
    set { self[OtherKey.self] = newValue }
  }

  fileprivate var isOther: Bool {
    get { self[_entry: IsOtherKey.self, property: \.isOther] }
    set { self[IsOtherKey.self] = newValue }
  }

  fileprivate var doubled: Int { entered * 2 }
  fileprivate var chosen: Int { isOther ? other : entered }
  fileprivate var alias: Int { entered }
  fileprivate subscript(plus summand: Int) -> Int { entered + summand }
}
