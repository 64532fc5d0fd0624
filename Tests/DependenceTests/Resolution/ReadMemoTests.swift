@testable import Dependence
@testable import DependenceKernel
import DependenceTesting
import Synchronization
import TestKeys
import Testing

/// Tests of the memo, which caches the results of repeated reads from one frame.
struct ReadMemoTests {
  private enum Key<Place>: DependencyKey {
    static var liveValue: String { "live" }
    static var testValue: String { "default" }
  }

  private enum First {}
  private enum Second {}

  @Test func `repeated reads are stored in the memo and return the first result`() {
    withDependencies {
      $0[Key<First>.self] = "first"
    } operation: {
      @Dependency(Key<First>.self) var overridden
      @Dependency(Key<Second>.self) var unchanged

      let reads = (0..<4).map { _ in [overridden, unchanged] }

      #expect(reads == Array(repeating: ["first", "default"], count: 4))
      #expect(isKnown(Key<First>.self))
      #expect(isKnown(Key<Second>.self))
    }
  }

  private func isKnown<Key: DependencyKey>(_ key: Key.Type) -> Bool {
    isKnown(KeyRecord<Key.Value>.of(key))
  }

  private func isKnown(_ record: AnyKeyRecord) -> Bool {
    Frame.bound.map { ReadMemo.holder(for: record, in: $0.memo.load(ordering: .acquiring)) != nil }
      ?? false
  }

  @Test func `the memo of a scope grows with the number of keys that are read`() {
    withDependencies {
      ManyKeys.all[0].override(&$0, 1)
    } operation: {
      for _ in 0..<4 { for key in ManyKeys.all { _ = key.read() } }

      #expect(ManyKeys.all.count { isKnown($0.record) } > ManyKeys.all.count / 4)
      #expect(ManyKeys.all.map { $0.read() } == [1] + Array(repeating: -1, count: 99))
    }
  }

  @Test func `an inner scope does not use the memo of the outer scope`() {
    withDependencies {
      $0[Key<First>.self] = "outer"
    } operation: {
      @Dependency(Key<First>.self) var value
      let outer = (0..<3).map { _ in value }
      let inner = withDependencies {
        $0[Key<First>.self] = "inner"
      } operation: {
        (0..<3).map { _ in value }
      }

      #expect(
        outer + inner + [value] == ["outer", "outer", "outer", "inner", "inner", "inner", "outer"]
      )
    }
  }

  @Test func `reads of more keys than the memo holds return the right values`() {
    let keys = ManyKeys.all

    withDependencies { values in
      for (number, key) in keys.enumerated() { key.override(&values, number) }
    } operation: {
      for _ in 0..<4 { #expect(keys.map { $0.read() } == Array(keys.indices)) }
    }
  }

  @Test func `a default built on an override is released even if the memo has grown`() {
    weak var made: Made?

    withDependencies {
      $0[Key<First>.self] = "first"
    } operation: {
      @Dependency(MadeKey.self) var read
      #expect(read.text == "first")
      made = read
      // These reads make the memo grow several times.
      for _ in 0..<4 { _ = ManyKeys.all.map { $0.read() } }
      #expect(made != nil)
    }

    #expect(made == nil)
  }

  /// A key whose default depends on ``Key``.
  private enum MadeKey: DependencyKey {
    static var liveValue: Made { Made() }
    static var testValue: Made { Made() }
  }

  private final class Made: Sendable {
    let text = Dependency(Key<First>.self).wrappedValue
  }

  @Test func `concurrent reads of one scope return the right values`() async {
    let keys = ManyKeys.all

    await withDependencies { values in
      for (number, key) in keys.enumerated() { key.override(&values, number) }
    } operation: {
      await withTaskGroup(of: [Int].self) { group in
        for _ in 0..<16 { group.addTask { (0..<20).flatMap { _ in keys.map { $0.read() } } } }
        let expected = (0..<20).flatMap { _ in keys.indices }
        for await found in group { #expect(found == expected) }
      }
    }
  }

  @Test func `reads through retained values are stored in their memo`() {
    let kept = withDependencies {
      $0[Key<First>.self] = "kept"
    } operation: {
      DependencyValues.current
    }

    #expect((0..<4).map { _ in kept[Key<First>.self] } == Array(repeating: "kept", count: 4))
    let memo = kept.frame.memo.load(ordering: .acquiring)
    #expect(ReadMemo.holder(for: KeyRecord<String>.of(Key<First>.self), in: memo) != nil)
  }

  @Test(arguments: [false, true])
  func `a read after the end of a test is reported even if it is in the memo`(
    isOverridden: Bool
  ) {
    let owner = Owner()
    let root = DependencyRoot(owner: owner)
    var frame = root.bottom
    if isOverridden {
      let record = KeyRecord.of(Key<First>.self)
      frame = OverrideFrame(record, "kept", over: frame, isInsideOperation: true)
    }
    @Dependency(Key<First>.self) var value
    _ = Frame.bind(frame) { (0..<4).map { _ in value } }

    root.close()
    _ = Frame.bind(frame) { value }

    #expect(owner.issues.map(\.kind) == [.lateRead])
  }

  @Test func `a subtree published after a memoized read takes effect`() {
    let root = DependencyRoot(owner: nil, part: "a test")
    let bottom = root.bottom
    @Dependency(Key<First>.self) var value

    let subtree = PublishedSubtree()
    let reads = Frame.bind(bottom) {
      let before = (0..<4).map { _ in value }
      var values = DependencyValues(bottom)
      values[Key<First>.self] = "published"
      subtree.publish(values)
      return before + (0..<4).map { _ in value }
    }

    #expect(
      reads == Array(repeating: "default", count: 4) + Array(repeating: "published", count: 4)
    )
  }
}

private final class Owner: RootOwner {
  private let received = Lock<[DependencyIssue]>([])

  var issues: [DependencyIssue] { received.withLock { $0 } }

  let name = "the test"

  func receive(_ issue: DependencyIssue) -> Bool {
    received.withLock { $0.append(issue) }
    return true
  }

  func scopeWillEscape() {}
}

/// One of a hundred keys. A memo has at most 64 entries, so it cannot hold the values of all keys.
private struct ManyKeys: Sendable {
  let record: AnyKeyRecord
  let override: @Sendable (inout DependencyValues, Int) -> Void
  let read: @Sendable () -> Int

  static let all: [ManyKeys] = digits.flatMap { first in digits.map { make(first, $0) } }

  private static func make(_ first: any Digit.Type, _ second: any Digit.Type) -> ManyKeys {
    func open<First: Digit, Second: Digit>(_: First.Type, _: Second.Type) -> ManyKeys {
      ManyKeys(
        record: KeyRecord.of(Pair<First, Second>.self),
        override: { $0[Pair<First, Second>.self] = $1 },
        read: {
          @Dependency(Pair<First, Second>.self) var value
          return value
        }
      )
    }
    return open(first, second)
  }

  private enum Pair<First: Digit, Second: Digit>: DependencyKey {
    static var liveValue: Int { -1 }
    static var testValue: Int { -1 }
  }
}

private protocol Digit: Sendable {}
private enum D0: Digit {}
private enum D1: Digit {}
private enum D2: Digit {}
private enum D3: Digit {}
private enum D4: Digit {}
private enum D5: Digit {}
private enum D6: Digit {}
private enum D7: Digit {}
private enum D8: Digit {}
private enum D9: Digit {}
private let digits: [any Digit.Type] = [
  D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]
