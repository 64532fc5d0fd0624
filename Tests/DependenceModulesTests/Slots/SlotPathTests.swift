@testable import DependenceModules
import Dependence
import DependenceModules
import Testing

extension Dependencies {
  fileprivate subscript(numbered number: Int) -> Int { number }
}

struct SlotPathTests {
  private struct Weak {
    weak var path: AnyKeyPath?
  }

  /// Creates a new key path object. It captures a value, so the object cannot be shared.
  private func makePath(_ number: Int) -> any KeyPath<Dependencies, Int> & Sendable {
    \.[numbered: number]
  }

  @Test func `equal key paths share one slot, which retains only some of them`() {
    var slots: Set<Slot> = []
    let paths = (0..<3_000).map { _ in
      let path = makePath(7)
      slots.insert(Slots.slot(of: path, at: .unknown))
      return Weak(path: path)
    }

    #expect(paths.count { $0.path != nil } < 1_000)
    #expect(slots.map { $0.identity.type == nil } == [true])
    #expect(!slots.contains(Slots.slot(of: makePath(8), at: .unknown)))
  }
}
