@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

/// The knowledge of a wrapper about the property that it reads.
struct ReadSiteTests {
  /// Reads a property three times at one place, in scopes of their own.
  private struct Reads {
    let values: [Int]
    /// True if the key itself is read by now.
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

  @Test func `a property that is one key is read by key, and answers as before`() {
    let reads = Reads(\.entered, overriding: [{ $0.entered = 1 }, { _ in }, { $0.entered = 3 }])

    #expect(reads.values == [1, 7, 3])
    #expect(reads.isByKey)
  }

  @Test func `a property that does more than reading another one is computed at every read`() {
    let reads = Reads(\.doubled, overriding: [{ $0.entered = 1 }, { _ in }, { $0.entered = 3 }])

    #expect(reads.values == [2, 14, 6])
    #expect(!reads.isByKey)
  }

  @Test func `a property that reads a key of its choice chooses at every read`() {
    let reads = Reads(
      \.chosen,
      overriding: [{ $0.entered = 1 }, { $0.isOther = true }, { $0.entered = 3 }]
    )

    #expect(reads.values == [1, 8, 3])
    #expect(!reads.isByKey)
  }

  @Test func `a property that hands another one on stays what it is`() {
    let reads = Reads(\.alias, overriding: [{ $0.entered = 1 }, { _ in }, { $0.entered = 3 }])

    #expect(reads.values == [1, 7, 3])
    #expect(!reads.isByKey)
  }

  @Test func `a property that is written by hand is computed at every read`() {
    let reads = Reads(\.number, overriding: [{ $0.number = 1 }, { _ in }, { $0.number = 3 }])

    #expect(reads.values == [1, 3, 3])
    #expect(!reads.isByKey)
  }

  @Test func `equal paths at one place share what is known of them`() {
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
  /// The value as a wrapper reads it.
  fileprivate func currentValue<Value: Sendable>() -> Value { find()?.value() ?? read() }
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
  // As `@DependencyEntry` writes it.
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
