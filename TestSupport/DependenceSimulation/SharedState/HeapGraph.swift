import CSimulationRuntime
import Dependence
import DependenceHarness

/// A snapshot of the Swift objects that a value refers to, directly or indirectly, with hashes of
/// their contents.
///
/// Comparing two graphs of the same value, taken at different times, shows which objects were
/// modified in between.
///
/// Reflection does not show the captures of a closure or the value in a `Mutex`, so this type reads
/// the objects directly from memory. Every word of memory that contains the address of a Swift
/// object counts as a reference. So does a word that contains the address of an object's side
/// table, because weak references contain this address.
///
/// An address belongs to a Swift object if two conditions are met. The memory there begins with a
/// pointer to the metadata of a class or a box, followed by a reference count, and the allocator
/// has allocated memory of the object's size there. The memory is copied with `process_vm_readv`,
/// which returns an error if an address is unmapped, whereas a direct read would trap.
///
/// Some words in an object only look like references. The allocator may give an object more memory
/// than it needs, and the excess may still contain data from an earlier object, such as an address.
/// The object's ``ObjectPadding`` may contain such data as well, and is ignored where it is known.
/// As a further precaution, a graph records the path of references that leads to each object. Two
/// values count as sharing an object only if the same path leads to the object from both values.
struct HeapGraph: Sendable {
  /// An object's type and contents at the time the graph was read.
  struct Node: Sendable, Hashable {
    let type: UInt
    /// A hash of the path of references that leads from the value to the object. Each element of
    /// the path is the position of a reference within its containing object.
    var path = 0
    let contents: Int

    /// Returns `true` if the object has changed since `earlier` was read at the same address.
    ///
    /// If the types differ, the earlier object no longer exists and a new object uses its memory,
    /// so the result is `false`. Instead, the object that referred to the earlier object counts as
    /// modified, because its reference has changed.
    func isModified(since earlier: Node) -> Bool {
      type == earlier.type && contents != earlier.contents
    }
  }

  /// The objects of the graph, keyed by their addresses.
  private(set) var nodes: [UInt: Node] = [:]
  /// Whether the graph was too large to be read in full.
  private(set) var isTruncated = false

  static let mostObjects = 20_000
  /// The maximum number of bytes to read from one object, and from all objects of a graph together.
  /// Larger graphs are truncated.
  static let mostBytes = (object: 1 << 20, graph: 1 << 24)

  /// The number of bytes that the allocator may add to an object.
  private static let mostUnusedBytes = 64

  /// Creates a graph of all objects that `object` refers to, directly or indirectly, excluding
  /// `object` itself.
  ///
  /// Reads the objects closest to `object` first, so that at least these are included if the graph
  /// is too large to be read in full.
  init(referredToBy object: AnyObject, types: inout ObjectTypes) {
    let root = UInt(bitPattern: ObjectIdentifier(object))
    var seen: Set<UInt> = [root]
    var waiting = Self.read(root, types: &types)?.references(path: 0) ?? []
    var next = 0
    var bytes = 0
    while next < waiting.count {
      var (address, path) = waiting[next]
      next += 1
      guard seen.insert(address).inserted else { continue }
      var found = Self.read(address, types: &types)
      if found == nil {
        address = simulation_object_with_side_table(address)
        guard address != 0, seen.insert(address).inserted else { continue }
        found = Self.read(address, types: &types)
      }
      guard var object = found else { continue }
      bytes += object.bytes
      guard nodes.count < Self.mostObjects, bytes <= Self.mostBytes.graph else {
        isTruncated = true
        return
      }
      object.node.path = path
      nodes[address] = object.node
      isTruncated = isTruncated || object.isTruncated
      waiting += object.references(path: path)
    }
  }

  /// Reads the object at an address, or returns `nil` if there is none. The result's ``Node/path``
  /// is always 0, because the address alone does not reveal which references lead to the object.
  static func node(at address: UInt, types: inout ObjectTypes) -> Node? {
    read(address, types: &types)?.node
  }

  private struct Object {
    var node: Node
    /// The addresses of other objects that the object may refer to, each with its position in the
    /// object, counted in words of eight bytes.
    var references: [(address: UInt, word: Int)] = []
    let bytes: Int
    let isTruncated: Bool
    /// Whether the positions of references in the object may depend on the object's own address.
    /// For example, a dictionary's storage orders the elements by a hash whose seed is derived from
    /// the address. If this property is `true`, paths do not include the positions.
    let isUnordered: Bool

    /// Returns the addresses of the objects that this object may refer to, each with a hash of the
    /// path of references that leads to it.
    ///
    /// - Parameter path: The hash of the path to this object.
    func references(path: Int) -> [(UInt, Int)] {
      references.map { reference in
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(isUnordered ? 0 : reference.word)
        return (reference.address, hasher.finalize())
      }
    }
  }

  private static func read(_ address: UInt, types: inout ObjectTypes) -> Object? {
    // Skip addresses that are not a multiple of 16, because allocated objects are aligned to 16
    // bytes.
    guard address != 0, address % 16 == 0 else { return nil }
    var start: (metadata: UInt, referenceCount: UInt64) = (0, 0)
    guard simulation_copy_memory(address, &start, 16), let type = types[start.metadata],
      simulation_is_reference_count(start.referenceCount, address)
    else { return nil }
    let size = Self.size(of: type, at: address)
    // Do not read the header, because it is not part of the object's contents. It contains the
    // reference count, which changes even if the object is not modified.
    let header = Int(type.metadata.header_size)
    guard size >= header else { return nil }
    let bytes = min(size, mostBytes.object) - header
    // The last word may be used only in part, for example by a Boolean property.
    var words = [UInt](repeating: 0, count: (bytes + 7) / 8)
    guard simulation_copy_memory(address + UInt(header), &words, bytes) else { return nil }
    type.padding.clear(in: &words, from: header)
    var hasher = Hasher()
    // The box of an error is immutable, so only the objects that the error refers to can change.
    if !type.metadata.is_error { hasher.combine(words) }
    var object = Object(
      node: Node(type: start.metadata, contents: hasher.finalize()),
      bytes: bytes,
      isTruncated: size > mostBytes.object,
      isUnordered: type.metadata.is_class && type.tail == .unknown
    )
    if type.tail == .text { return object }
    for (word, value) in words.enumerated() {
      // Clear the bits that are not part of an address: the upper 17 and the lowest 3. Swift may
      // use them, for example to store the case of an enumeration or to mark a pointer as a string.
      let address = value & 0x7fff_ffff_fff8
      if address > 0xffff, address % 16 == 0 { object.references.append((address, word)) }
    }
    return object
  }

  /// Returns the number of bytes used by an object's contents. The rest of its allocation must not
  /// be read, because it may contain data from an earlier object that looks like references.
  private static func size(of type: ObjectTypes.Entry, at address: UInt) -> Int {
    let size = simulation_object_size(address, type.metadata)
    if type.tail == .none {
      let used = Int(type.metadata.size)
      return (used..<used + mostUnusedBytes).contains(size) ? used : 0
    }
    if type.metadata.is_error { return sizeOfError(at: address) }
    guard type.tail == .elements, size > ObjectTypes.headerOfArray else { return size }
    // An array's storage begins with two integers: the number of elements, and the capacity
    // multiplied by two.
    var counts: [Int] = [0, 0]
    guard simulation_copy_memory(address + 16, &counts, 16) else { return size }
    let (count, capacity) = (counts[0], counts[1] >> 1)
    guard capacity > 0, (0...capacity).contains(count) else { return size }
    let stride = (size - ObjectTypes.headerOfArray) / capacity
    return ObjectTypes.headerOfArray + count * stride
  }
}

extension HeapGraph {
  /// Returns the size of the box of an error at `address`, or 0 if its memory does not contain one.
  /// The box begins with a header, which includes the type of the error, and ends with the error.
  private static func sizeOfError(at address: UInt) -> Int {
    let (typeOffset, errorOffset) = (16, 32)
    // A type's value witness table precedes its metadata. Its ninth word is the size of the values.
    let sizeOffset = 64
    var (type, witnesses, size): (UInt, UInt, UInt) = (0, 0, 0)
    guard simulation_copy_memory(address + UInt(typeOffset), &type, 8), type > 8,
      simulation_copy_memory(type - 8, &witnesses, 8), witnesses != 0,
      simulation_copy_memory(witnesses &+ UInt(sizeOffset), &size, 8), size <= mostBytes.object
    else { return 0 }
    return errorOffset + Int(size)
  }
}

/// A cache of object types, keyed by the addresses of their metadata.
struct ObjectTypes: Sendable {
  /// The number of bytes that precede the first element in an array's storage.
  static let headerOfArray = 32

  /// The kind of memory that follows an object's stored properties in its allocation.
  enum Tail: Sendable {
    case none
    case elements
    /// The characters of a string, which contain no references.
    case text
    /// Memory whose contents are unknown and may include references.
    case unknown
  }

  struct Entry: Sendable {
    let metadata: simulation_metadata
    let tail: Tail
    let padding: ObjectPadding
  }

  private var known: [UInt: Entry?] = [:]

  init() {}

  /// The type whose metadata is at `address`, or `nil` if objects of this type cannot be part of a
  /// test's state.
  subscript(address: UInt) -> Entry? {
    mutating get {
      if let entry = known[address] { return entry }
      let entry = Self.entry(at: address)
      known[address] = .some(entry)
      return entry
    }
  }

  private static func entry(at address: UInt) -> Entry? {
    let metadata = simulation_read_metadata(address)
    guard metadata.is_object else { return nil }
    guard metadata.is_class, let pointer = UnsafeRawPointer(bitPattern: address) else {
      return Entry(metadata: metadata, tail: .unknown, padding: .none)
    }
    let type: AnyClass = unsafeBitCast(pointer, to: AnyClass.self)
    guard holdsState(type) else { return nil }
    return Entry(metadata: metadata, tail: tail(of: type), padding: ObjectPadding(of: type))
  }

  /// Returns the kind of memory that follows the stored properties in instances of a class. Only
  /// standard library classes and their subclasses, such as subclasses of `ManagedBuffer`, have
  /// such memory.
  private static func tail(of type: AnyClass) -> Tail {
    let name = String(reflecting: type)
    if name.hasPrefix("Swift._ContiguousArrayStorage<") { return .elements }
    if name == "Swift.__StringStorage" { return .text }
    let classes = sequence(first: type) { _getSuperclass($0) }
    let hasTail = classes.contains { String(reflecting: $0).hasPrefix("Swift.") }
    return hasTail ? .unknown : .none
  }

  /// Returns `true` if objects of a class can be part of a test's state. Scopes, simulations and
  /// most other objects of this library do not count as state, but ``Durable`` values do.
  /// Foundation objects do not count either, because they contain caches. The only exception is the
  /// storage of `Data`.
  private static func holdsState(_ type: AnyClass) -> Bool {
    if type is Frame.Type || type is DependencyRoot.Type || type is AnyKeyRecord.Type
      || type is EndOfLifetime.Type || type is RepetitionAudit.Type
    {
      return false
    }
    if type is SharedArguments.Type || type is SharedArguments.Box.Type { return true }
    let name = String(reflecting: type)
    if name.hasSuffix("__DataStorage") || type is any CrashableStorage.Type { return true }
    if name.hasPrefix("DependenceModules."), name.hasSuffix("Generations") { return false }
    return !modules.contains { name.hasPrefix($0) }
  }

  private static let modules = [
    "DependenceRecording.", "DependenceSimulation.", "DependenceTesting.", "DependenceXCTest.",
    "Dispatch.", "Foundation.", "FoundationEssentials.", "FoundationInternationalization.",
    "Testing.", "XCTest.",
  ]
}
