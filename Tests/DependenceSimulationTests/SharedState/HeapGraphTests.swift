import Foundation
import Synchronization
import Testing

@testable import DependenceSimulation

/// Reads of memory that two runs of a search may share.
struct HeapGraphTests {
  private final class Holder<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  private actor Account {
    var balance = 0
    func deposit() { balance += 1 }
  }

  private final class Node {
    var next: Node?
    var value = 0
  }

  private func graph(of object: AnyObject) -> HeapGraph {
    var types = ObjectTypes()
    return HeapGraph(referredToBy: object, types: &types)
  }

  /// Whether a second look at an unchanged address finds other contents after `change`.
  private func isNoticed(_ object: AnyObject, _ change: () async -> Void) async -> Bool {
    let before = graph(of: object)
    await change()
    let after = graph(of: object)
    return before.nodes.contains { address, node in
      after.nodes[address]?.isModified(since: node) ?? false
    }
  }

  @Test func `a change of a stored property is noticed`() async {
    let node = Node()

    #expect(await isNoticed(Holder(node)) { node.value = 1 })
  }

  @Test func `a change behind other objects is noticed`() async {
    let (outer, inner) = (Node(), Node())
    outer.next = inner

    #expect(await isNoticed(Holder(outer)) { inner.value = 1 })
  }

  @Test func `a change of the value in a mutex is noticed`() async {
    let counter = Counter()

    #expect(await isNoticed(Holder(counter)) { counter.count.withLock { $0 += 1 } })
  }

  @Test func `a change of an actor is noticed`() async {
    let account = Account()

    #expect(await isNoticed(Holder(account)) { await account.deposit() })
  }

  @Test func `a change of what a closure captures is noticed`() async {
    let counter = Counter()
    let closure: @Sendable () -> Int = { counter.count.withLock { $0 } }

    #expect(await isNoticed(Holder(closure)) { counter.count.withLock { $0 += 1 } })
  }

  @Test func `a change of a captured variable is noticed`() async {
    var count = 0
    let closure = { count += 1 }

    #expect(await isNoticed(Holder(closure)) { closure() })
  }

  @Test func `a change of an existential, an optional and an enumeration is noticed`() async {
    let node = Node()

    #expect(await isNoticed(Holder(node as Any)) { node.value = 1 })
    #expect(await isNoticed(Holder(Optional(node))) { node.value = 2 })
    #expect(await isNoticed(Holder(Result<Node, any Error>.success(node))) { node.value = 3 })
  }

  @Test func `an array that grows is noticed`() async {
    let holder = Holder([1, 2, 3])
    holder.value.reserveCapacity(100)

    #expect(await isNoticed(Holder(holder)) { holder.value.append(4) })
  }

  @Test func `an element that was removed from an array is not part of its graph`() {
    let node = Node()
    let holder = Holder<[Node]>([])
    holder.value.reserveCapacity(8)
    holder.value = holder.value + [node]
    holder.value.removeLast()
    let address = UInt(bitPattern: ObjectIdentifier(node))

    #expect(graph(of: Holder(holder)).nodes[address] == nil)
    #expect(graph(of: Holder([node])).nodes[address] != nil)
  }

  @Test func `an object has one path in a dictionary, wherever it is kept there`() throws {
    let nodes = (0..<20).map { _ in Node() }
    func dictionary() -> HeapGraph {
      graph(of: Holder(Dictionary(uniqueKeysWithValues: zip(0..., nodes))))
    }
    let (first, second) = (dictionary(), dictionary())

    for node in nodes {
      let address = UInt(bitPattern: ObjectIdentifier(node))
      #expect(try #require(first.nodes[address]).path == second.nodes[address]?.path)
    }
  }

  @Test func `an object has other paths in other properties`() throws {
    let node = Node()
    let address = UInt(bitPattern: ObjectIdentifier(node))
    func path(in value: (Node?, Node?)) throws -> Int {
      try #require(graph(of: Holder(value)).nodes[address]).path
    }

    #expect(try path(in: (node, nil)) == path(in: (node, nil)))
    #expect(try path(in: (node, nil)) != path(in: (nil, node)))
  }

  @Test func `an object that another one replaced in memory was not modified`() {
    let before = HeapGraph.Node(type: 1, contents: 1)

    #expect(HeapGraph.Node(type: 1, contents: 2).isModified(since: before))
    #expect(!HeapGraph.Node(type: 2, contents: 2).isModified(since: before))
  }

  @Test func `a use without a change is not noticed`() async {
    let (account, counter) = (Account(), Counter())
    let texts = Holder(["a text that does not fit into a small string": Set([1, 2, 3])])

    #expect(await !isNoticed(Holder(account)) { _ = await account.balance })
    #expect(await !isNoticed(Holder(counter)) { counter.count.withLock { _ in } })
    #expect(await !isNoticed(Holder(texts)) { _ = texts.value.first?.value.contains(2) })
  }

  @Test func `objects of Foundation are no state`() async {
    #expect(graph(of: Holder(NSObject())).nodes.isEmpty)
    #expect(graph(of: Holder(FileManager.default)).nodes.isEmpty)
  }

  @Test func `values without references have an empty graph`() {
    #expect(graph(of: Holder((1, 2.5, true))).nodes.isEmpty)
    #expect(graph(of: Holder("short")).nodes.isEmpty)
  }

  @Test func `addresses that are no objects are passed over`() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: 64)

    #expect(graph(of: Holder(memory)).nodes.isEmpty)
    #expect(graph(of: Holder(UInt(0x1000))).nodes.isEmpty)
    #expect(graph(of: Holder(UInt(0x7fff_ffff_0000))).nodes.isEmpty)
  }

  /// Memory that begins like an object, but was not allocated as one.
  @Test func `a word that looks like an object's type is no reason to trap`() {
    let type = unsafeBitCast(Node.self as AnyClass, to: UInt.self)
    let words = UnsafeMutablePointer<UInt>.allocate(capacity: 1_024)
    defer { words.deallocate() }
    words.initialize(repeating: type, count: 1_024)

    for offset in stride(from: 0, to: 1_024, by: 8) {
      _ = graph(of: Holder(words + offset))
    }
  }

  @Test func `a graph that is too large says so`() {
    let first = Node()
    var last = first
    for _ in 0..<HeapGraph.mostObjects + 10 {
      let next = Node()
      last.next = next
      last = next
    }
    defer {
      // One after the other, because a recursive release would exhaust the stack.
      var node: Node? = first
      while let next = node?.next {
        node?.next = nil
        node = next
      }
    }

    #expect(graph(of: Holder(first)).isTruncated)
    #expect(!graph(of: Holder(last)).isTruncated)
    // The nearest objects are read first, whatever comes before them in memory.
    let near = Node()
    let address = UInt(bitPattern: ObjectIdentifier(near))
    #expect(graph(of: Holder((first, near, first))).nodes[address] != nil)
  }
}
