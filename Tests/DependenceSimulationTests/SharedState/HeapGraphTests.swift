import CSimulationRuntime
import Foundation
import Synchronization
import Testing

import Dependence
@testable import DependenceSimulation

/// Tests of the detection of memory that two runs of a search share.
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

  private struct Flags {
    var isOpen = false
    var level: UInt16 = 7
  }

  private class Door {
    var isLocked = false
    var node: Node?
    var flags = (Flags(), true)
    let isWatched = Atomic(false)
    let uses = Mutex(UInt8(1))
  }

  private final class Gate: Door {
    var width: UInt32 = 3
    var other: Node?
  }

  private func graph(of object: AnyObject) -> HeapGraph {
    var types = ObjectTypes()
    return HeapGraph(referredToBy: object, types: &types)
  }

  /// Returns whether the graphs of `object` before and after `change` show that memory at the same
  /// address was modified.
  private func isNoticed(_ object: AnyObject, _ change: () async -> Void) async -> Bool {
    let before = graph(of: object)
    await change()
    let after = graph(of: object)
    return before.nodes.contains { address, node in
      after.nodes[address]?.isModified(since: node) ?? false
    }
  }

  @Test func `a change to a stored property is detected`() async {
    let node = Node()

    #expect(await isNoticed(Holder(node)) { node.value = 1 })
  }

  @Test func `a change to an indirectly referenced object is detected`() async {
    let (outer, inner) = (Node(), Node())
    outer.next = inner

    #expect(await isNoticed(Holder(outer)) { inner.value = 1 })
  }

  @Test func `a change to the value in a mutex is detected`() async {
    let counter = Counter()

    #expect(await isNoticed(Holder(counter)) { counter.count.withLock { $0 += 1 } })
  }

  @Test func `a change to the state of an actor is detected`() async {
    let account = Account()

    #expect(await isNoticed(Holder(account)) { await account.deposit() })
  }

  @Test func `a change to an object that a closure captures is detected`() async {
    let counter = Counter()
    let closure: @Sendable () -> Int = { counter.count.withLock { $0 } }

    #expect(await isNoticed(Holder(closure)) { counter.count.withLock { $0 += 1 } })
  }

  @Test func `the unused bytes after a Boolean are not a reference`() throws {
    let nodes = (0..<1_000).map { _ in Node() }
    // The lowest byte of the address is the value of the Boolean, so it must be 0.
    let stale = try #require(nodes.first { UInt(bitPattern: ObjectIdentifier($0)) % 256 == 0 })
    let address = UInt(bitPattern: ObjectIdentifier(stale))
    let gate = Gate()
    let firstProperty = UInt(bitPattern: ObjectIdentifier(gate)) + 16
    try #require(UnsafeMutablePointer<UInt>(bitPattern: firstProperty)).pointee = address

    #expect(!gate.isLocked)
    #expect(graph(of: Holder(gate)).nodes[address] == nil)
  }

  @Test func `a change to a property that shares a word with unused bytes is detected`() async {
    let gate = Gate()

    #expect(await isNoticed(Holder(gate)) { gate.isLocked = true })
    #expect(await isNoticed(Holder(gate)) { gate.flags.0.isOpen = true })
    #expect(await isNoticed(Holder(gate)) { gate.flags.0.level = 0x700 })
    #expect(await isNoticed(Holder(gate)) { gate.flags.1 = false })
    #expect(await isNoticed(Holder(gate)) { gate.isWatched.store(true, ordering: .relaxed) })
    #expect(await isNoticed(Holder(gate)) { gate.uses.withLock { $0 = 2 } })
    #expect(await isNoticed(Holder(gate)) { gate.width = 0x3000_0000 })
    #expect(await isNoticed(Holder(gate)) { gate.other = Node() })
  }

  @Test func `a change to an object with a weak reference to it is detected`() async {
    final class Observer {
      weak var node: Node?
      init(_ node: Node) { self.node = node }
    }
    let node = Node()
    let closure: () -> Void = { [weak node] in _ = node }

    #expect(await isNoticed(Holder(Observer(node))) { node.value = 1 })
    #expect(await isNoticed(Holder(closure)) { node.value = 2 })
  }

  @Test func `a weak reference to an object that no longer exists is skipped`() {
    final class Observer {
      weak var node: Node?
      init(_ node: Node) { self.node = node }
    }

    func observer() -> Observer {
      let node = Node()
      return Observer(node)
    }

    #expect(graph(of: Holder(observer())).nodes.count == 1)
  }

  @Test func `a change to durable storage is detected`() async {
    let storage = Durable(1)

    #expect(await isNoticed(Holder(storage)) { await storage.write(2) })
  }

  @Test func `a change to a captured variable is detected`() async {
    var count = 0
    let closure = { count += 1 }

    #expect(await isNoticed(Holder(closure)) { closure() })
  }

  @Test func `a change behind an existential, an optional or an enumeration is detected`() async {
    let node = Node()

    #expect(await isNoticed(Holder(node as Any)) { node.value = 1 })
    #expect(await isNoticed(Holder(Optional(node))) { node.value = 2 })
    #expect(await isNoticed(Holder(Result<Node, any Error>.success(node))) { node.value = 3 })
  }

  @Test func `an append to an array is detected`() async {
    let holder = Holder([1, 2, 3])
    holder.value.reserveCapacity(100)

    #expect(await isNoticed(Holder(holder)) { holder.value.append(4) })
  }

  @Test func `a removed array element is not part of the graph`() {
    let node = Node()
    let holder = Holder<[Node]>([])
    holder.value.reserveCapacity(8)
    holder.value = holder.value + [node]
    holder.value.removeLast()
    let address = UInt(bitPattern: ObjectIdentifier(node))

    #expect(graph(of: Holder(holder)).nodes[address] == nil)
    #expect(graph(of: Holder([node])).nodes[address] != nil)
  }

  @Test func `an object in a dictionary has the same path in every read`() throws {
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

  @Test func `an object has different paths in different properties`() throws {
    let node = Node()
    let address = UInt(bitPattern: ObjectIdentifier(node))
    func path(in value: (Node?, Node?)) throws -> Int {
      try #require(graph(of: Holder(value)).nodes[address]).path
    }

    #expect(try path(in: (node, nil)) == path(in: (node, nil)))
    #expect(try path(in: (node, nil)) != path(in: (nil, node)))
  }

  @Test func `an object that replaced another one in memory is not modified`() {
    let before = HeapGraph.Node(type: 1, contents: 1)

    #expect(HeapGraph.Node(type: 1, contents: 2).isModified(since: before))
    #expect(!HeapGraph.Node(type: 2, contents: 2).isModified(since: before))
  }

  @Test func `a use without a change is not detected`() async {
    let (account, counter) = (Account(), Counter())
    // This test uses an array instead of a dictionary, because the unused slots of a dictionary may
    // contain addresses of objects that other tests modify at the same time.
    let texts = Holder(["a text that does not fit into a small string"])

    #expect(await !isNoticed(Holder(account)) { _ = await account.balance })
    #expect(await !isNoticed(Holder(counter)) { counter.count.withLock { _ in } })
    #expect(await !isNoticed(Holder(texts)) { _ = texts.value.first?.contains("fit") })
  }

  /// The end of the time to live is stored in an existential, whose unused bytes can contain any
  /// address.
  @Test func `the end of a time to live is not part of the graph`() {
    func size(_ lifetime: DependencyLifetime) -> Int {
      withDependencies {
        $0.continuousClock = ContinuousClock()
      } operation: {
        graph(of: Holder(KeptInstance(1, lifetime: lifetime))).nodes.count
      }
    }

    #expect(size(.timeToLive(.seconds(1))) == size(.singleton))
  }

  @Test func `the unused bytes of an argument are not a reference`() {
    let stale = Node()
    let node = Node()
    let address = UInt(bitPattern: ObjectIdentifier(stale))
    // Each of these values uses only one of the three words of an existential value.
    var arguments: [Any] = [true, node]
    arguments.withUnsafeMutableBytes {
      $0.storeBytes(of: address, toByteOffset: 8, as: UInt.self)
      $0.storeBytes(of: address, toByteOffset: 32 + 8, as: UInt.self)
    }

    let nodes = graph(of: SharedArguments(arguments)).nodes

    #expect(nodes[address] == nil)
    #expect(nodes[UInt(bitPattern: ObjectIdentifier(node))] != nil)
  }

  @Test func `a change to an object in an argument is detected`() async {
    let node = Node()

    #expect(await isNoticed(SharedArguments([node, 1])) { node.value = 1 })
  }

  @Test func `a change to an object in an error is detected`() async {
    struct Failure: Error { let counter: Counter }
    let counter = Counter()
    let error: any Error = Failure(counter: counter)

    #expect(await isNoticed(Holder(error)) { counter.count.withLock { $0 += 1 } })
  }

  @Test func `the memory after an error is not part of the graph`() {
    struct Failure: Error {}
    let error: any Error = Failure()
    let stale = Node()
    let address = UInt(bitPattern: ObjectIdentifier(stale))
    // The box needs 32 bytes. The usual allocator makes eight more bytes usable, and the allocator of
    // a sanitizer does not.
    let box = unsafeBitCast(error as any Error, to: UnsafeMutablePointer<UInt>.self)
    let type = simulation_read_metadata(box[0])
    guard simulation_object_size(UInt(bitPattern: box), type) >= 40 else { return }
    let before = box[4]
    box[4] = address
    defer { box[4] = before }

    #expect(graph(of: Holder(error)).nodes[address] == nil)
  }

  @Test func `Foundation objects are not part of the graph`() async {
    #expect(graph(of: Holder(NSObject())).nodes.isEmpty)
    #expect(graph(of: Holder(FileManager.default)).nodes.isEmpty)
  }

  @Test func `values without references have an empty graph`() {
    #expect(graph(of: Holder((1, 2.5, true))).nodes.isEmpty)
    #expect(graph(of: Holder("short")).nodes.isEmpty)
  }

  @Test func `addresses that are not objects are skipped`() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: 64)

    #expect(graph(of: Holder(memory)).nodes.isEmpty)
    #expect(graph(of: Holder(UInt(0x1000))).nodes.isEmpty)
    #expect(graph(of: Holder(UInt(0x7fff_ffff_0000))).nodes.isEmpty)
  }

  /// This test uses memory that begins with the address of a number. The number is equal to the kind
  /// of metadata that closures, boxes or errors have.
  @Test(arguments: [0x400, 0x500, 0x501] as [UInt])
  func `memory that begins with the address of a number is not an object`(number: UInt) {
    let numbers = UnsafeMutablePointer<UInt>.allocate(capacity: 4)
    let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 4)
    defer { numbers.deallocate() }
    defer { memory.deallocate() }
    numbers.initialize(repeating: number, count: 4)
    memory.initialize(repeating: UInt(bitPattern: numbers + 2), count: 4)

    #expect(graph(of: Holder(memory)).nodes.isEmpty)
  }

  /// This test uses memory that begins with a pointer to the metadata of a class. The next word is not
  /// the reference count of an object in use: it is a number, an address, the count of an object that
  /// is being destroyed, or the first word of a string.
  @Test(arguments: [0, 1, 0x7fff_ffff_0000, 0x1_0000_0003, 0xd000_0000_0000_0010] as [UInt])
  func `memory that contains a type is not an object without a reference count`(word: UInt) {
    let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 4)
    defer { memory.deallocate() }
    memory.initialize(repeating: word, count: 4)
    memory[0] = unsafeBitCast(Node.self as AnyClass, to: UInt.self)

    #expect(graph(of: Holder(memory)).nodes.isEmpty)
  }

  @Test func `memory that looks like an object is skipped unless it was allocated for one`() {
    let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 100)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: 100)
    // Like the address of an allocation, this address is a multiple of 16.
    let start = memory + 8
    start[0] = unsafeBitCast(Node.self as AnyClass, to: UInt.self)
    // The reference count of a new object.
    start[1] = 3

    #expect(graph(of: Holder(start)).nodes.isEmpty)
  }

  @Test func `an object is part of the graph whichever references to it exist`() {
    let nodes = [Node(), Node(), Node()]
    let many = [Node](repeating: nodes[0], count: 1_000)
    weak let reference = nodes[1]
    unowned let other = nodes[2]
    withExtendedLifetime((many, reference, other)) {
      let graph = graph(of: Holder(nodes))
      for node in nodes {
        #expect(graph.nodes[UInt(bitPattern: ObjectIdentifier(node))] != nil)
      }
    }
  }

  @Test func `a change to a captured variable of a generic type is detected`() async {
    func makeUpdate<Value>(_ value: Value, _ next: @escaping (Value) -> Value) -> () -> Void {
      var value = value
      return { value = next(value) }
    }
    let update = makeUpdate(1) { $0 + 1 }

    #expect(await isNoticed(Holder(update)) { update() })
  }

  /// This test uses memory that begins like an object, but was not allocated as one.
  @Test func `memory that looks like an object does not cause a trap`() {
    let type = unsafeBitCast(Node.self as AnyClass, to: UInt.self)
    let words = UnsafeMutablePointer<UInt>.allocate(capacity: 1_024)
    defer { words.deallocate() }
    words.initialize(repeating: type, count: 1_024)

    for offset in stride(from: 0, to: 1_024, by: 8) {
      _ = graph(of: Holder(words + offset))
    }
  }

  @Test func `a graph that is too large is marked as truncated`() {
    let first = Node()
    var last = first
    for _ in 0..<HeapGraph.mostObjects + 10 {
      let next = Node()
      last.next = next
      last = next
    }
    defer {
      // Releases one node at a time, because a recursive release would exhaust the stack.
      var node: Node? = first
      while let next = node?.next {
        node?.next = nil
        node = next
      }
    }

    #expect(graph(of: Holder(first)).isTruncated)
    #expect(!graph(of: Holder(last)).isTruncated)
    // The nearest objects are read first, even if others come before them in memory.
    let near = Node()
    let address = UInt(bitPattern: ObjectIdentifier(near))
    #expect(graph(of: Holder((first, near, first))).nodes[address] != nil)
  }
}
