@testable import Dependence
import DependenceTesting
import Testing

struct LowestOverrideTests {
  private enum LeafKey: DependencyKey {
    static var liveValue: Int { 0 }
    static var testValue: Int { 0 }
  }

  private enum BuiltKey: DependencyKey {
    static var liveValue: Built { Built() }
    static var testValue: Built { Built() }
  }

  private final class Built: Sendable {
    let leaf = Dependency(LeafKey.self).wrappedValue
  }

  @Test func `a default is computed once for the root and once for each override above it`() {
    let bottom = DependencyRoot(owner: nil).bottom
    let overrides = [1, 2].map {
      OverrideFrame(KeyRecord.of(LeafKey.self), $0, over: bottom, isInsideOperation: false)
    }
    let frames = [bottom] + overrides

    let made = (frames + frames).map { Frame.bind($0) { Dependency(BuiltKey.self).wrappedValue } }

    #expect(made.map(\.leaf) == [0, 1, 2, 0, 1, 2])
    #expect(made.prefix(3).map(ObjectIdentifier.init) == made.suffix(3).map(ObjectIdentifier.init))
  }
}
