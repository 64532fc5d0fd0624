@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

struct PublishedSubtreeTests {
  private let root = DependencyRoot(owner: nil)

  private func values(number: Int?, of root: DependencyRoot) -> DependencyValues {
    DependencyValues(RootFrame(root)).inheriting { values in
      if let number { values.number = number }
    }
  }

  private func read(in root: DependencyRoot) -> Int {
    Frame.bind(RootFrame(root)) {
      @Dependency(\.number) var number
      return number
    }
  }

  @Test func `published values are read until the subtree is released`() {
    var subtree: PublishedSubtree? = PublishedSubtree()

    subtree?.publish(values(number: 10, of: root))
    let published = read(in: root)
    subtree = nil

    #expect(published == 10)
    #expect(read(in: root) == 3)
  }

  @Test func `a second publication replaces the first`() {
    let subtree = PublishedSubtree()
    subtree.publish(values(number: 10, of: root))
    subtree.publish(values(number: 20, of: root))
    #expect(read(in: root) == 20)

    subtree.publish(values(number: nil, of: root))
    #expect(read(in: root) == 3)
  }

  @Test func `releasing a subtree that published nothing keeps the others`() {
    let subtree = PublishedSubtree()
    subtree.publish(values(number: 10, of: root))

    _ = PublishedSubtree()

    #expect(read(in: root) == 10)
    withExtendedLifetime(subtree) {}
  }

  @Test func `publishing for another root removes the values from the first root`() {
    let other = DependencyRoot(owner: nil)
    let subtree = PublishedSubtree()

    subtree.publish(values(number: 10, of: root))
    subtree.publish(values(number: 20, of: other))

    #expect([read(in: root), read(in: other)] == [3, 20])
    withExtendedLifetime(subtree) {}
  }

  @Test func `after a subtree is released, the latest remaining one is read`() {
    var subtrees: [PublishedSubtree?] = (0..<3).map { _ in PublishedSubtree() }
    for (number, subtree) in subtrees.enumerated() {
      subtree?.publish(values(number: 10 * number, of: root))
    }

    let reads = [1, 2, 0].map { gone in
      subtrees[gone] = nil
      return read(in: root)
    }

    #expect(reads == [20, 0, 3])
  }

  @Test func `a subtree that outlives its test does not retain the root of the test`() {
    weak var weakRoot: DependencyRoot?
    let (early, late) = (PublishedSubtree(), PublishedSubtree())
    do {
      let frame = RootFrame(DependencyRoot(owner: nil))
      weakRoot = frame.root
      early.publish(values(number: 10, of: frame.root))
      frame.root.close()
      late.publish(values(number: 20, of: frame.root))
    }

    #expect(weakRoot == nil)
    withExtendedLifetime((early, late)) {}
  }
}
