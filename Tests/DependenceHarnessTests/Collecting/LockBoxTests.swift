import DependenceTesting
import Testing

struct LockBoxTests {
  @Test func `a box keeps all elements that concurrent tasks append`() async {
    let box = LockBox<[Int]>([])

    await withTaskGroup { group in
      for number in 0..<100 { group.addTask { box.withValue { $0.append(number) } } }
    }

    #expect(box.value.sorted() == Array(0..<100))
    #expect(box.count == 100)
  }

  @Test func `the value can be replaced, and read in a closure`() {
    let box = LockBox(1)

    box.setValue(2)

    #expect(box.withValue { $0 * 21 } == 42)
    #expect(box.value == 2)
  }

  @Test func `a computed member can use the box`() {
    struct Names {
      static let box = LockBox(Names())
      var names = ["a", "b"]
      var list: String { Self.box.value.names.joined(separator: ", ") }
    }

    #expect(Names.box.list == "a, b")
  }

  @Test func `the deinitializer of a replaced value can use the box`() {
    final class Last: Sendable {
      let box: LockBox<[Last]>
      let count: LockBox<Int>
      init(_ box: LockBox<[Last]>, _ count: LockBox<Int>) { (self.box, self.count) = (box, count) }
      deinit { count.setValue(box.value.count + 1) }
    }
    let count = LockBox(0)
    let box = LockBox<[Last]>([])
    box.setValue([Last(box, count)])

    box.setValue([])

    #expect(count.value == 1)
  }
}
