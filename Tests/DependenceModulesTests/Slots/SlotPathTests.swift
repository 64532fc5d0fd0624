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

  /// A key path that is an object of its own, as it captures something.
  private func makePath(_ number: Int) -> any KeyPath<Dependencies, Int> & Sendable {
    \.[numbered: number]
  }

  @Test func `equal key paths lead to one slot, which keeps 256 of them`() {
    var slots: Set<Slot> = []
    let paths = (0..<300).map { _ in
      let path = makePath(7)
      slots.insert(Slots.slot(of: path, at: .unknown))
      return Weak(path: path)
    }

    #expect(paths.filter { $0.path != nil }.count == 256)
    #expect(slots.map { $0.subject.type == nil } == [true])
    #expect(!slots.contains(Slots.slot(of: makePath(8), at: .unknown)))
  }
}
