import CSimulationRuntime
import Dependence

/// The Swift objects that a value refers to, directly or through other objects, with a hash of the contents of each.
///
/// Reflection does not show the captures of a closure or the value in a `Mutex`, so this looks at memory: a word that is
/// the address of a Swift object counts as a reference to it. A word that is one by accident only adds an object that
/// does not change. The memory is copied by the kernel, which reports an address that is not mapped instead of
/// trapping.
struct HeapGraph: Sendable {
  /// The hash of each object's contents, by its address.
  private(set) var contents: [UInt: Int] = [:]
  /// Whether the graph was too large to be read completely.
  private(set) var isTruncated = false

  static let mostObjects = 20_000
  static let mostBytes = 1 << 20

  /// Reads everything that `object` refers to, but not the object itself.
  init(referredToBy object: AnyObject, types: inout ObjectTypes) {
    let root = UInt(bitPattern: ObjectIdentifier(object))
    var seen: Set<UInt> = [root]
    var waiting = Self.read(root, types: &types)?.references ?? []
    while let address = waiting.popLast() {
      guard seen.insert(address).inserted else { continue }
      guard let object = Self.read(address, types: &types) else { continue }
      guard contents.count < Self.mostObjects else {
        isTruncated = true
        return
      }
      contents[address] = object.hash
      isTruncated = isTruncated || object.isTruncated
      waiting += object.references
    }
  }

  /// The hash of the contents that an object has now, or `nil` if there is no object any more.
  static func hash(at address: UInt, types: inout ObjectTypes) -> Int? {
    read(address, types: &types)?.hash
  }

  private typealias Object = (hash: Int, references: [UInt], isTruncated: Bool)

  private static func read(_ address: UInt, types: inout ObjectTypes) -> Object? {
    // An allocated object is aligned to 16 bytes.
    guard address != 0, address % 16 == 0 else { return nil }
    var metadata: UInt = 0
    guard simulation_copy_memory(address, &metadata, 8), let type = types[metadata] else {
      return nil
    }
    let size = simulation_object_size(address, type.metadata)
    // The header consists of the type and of the reference count, which is not part of the contents.
    let header = 16 + (type.metadata.is_default_actor ? ObjectTypes.sizeOfActorState : 0)
    guard size >= 16 else { return nil }
    let count = (min(size, mostBytes) - min(header, size)) / 8
    var words = [UInt](repeating: 0, count: count)
    guard simulation_copy_memory(address + UInt(header), &words, count * 8) else { return nil }
    var hasher = Hasher()
    hasher.combine(metadata)
    hasher.combine(words)
    // The upper bits of a reference may hold the case of an enumeration, or mark a string.
    let references = words.map { $0 & 0x7fff_ffff_fff8 }.filter { $0 > 0xffff && $0 % 16 == 0 }
    return (hasher.finalize(), references, size > mostBytes)
  }
}

/// The types of objects, by the address of their metadata.
struct ObjectTypes: Sendable {
  /// The size of the state that the Swift runtime keeps at the beginning of a default actor, in bytes.
  static let sizeOfActorState = 12 * 8

  struct Entry: Sendable {
    let metadata: simulation_metadata
  }

  private var known: [UInt: Entry?] = [:]

  init() {}

  /// The type with metadata at `address`, or `nil` if there is none, or if its objects are not part of a test's state.
  subscript(address: UInt) -> Entry? {
    mutating get {
      if let entry = known[address] { return entry }
      let metadata = simulation_read_metadata(address)
      let isState = metadata.is_object && (!metadata.is_class || Self.holdsState(address))
      let entry = isState ? Entry(metadata: metadata) : nil
      known[address] = .some(entry)
      return entry
    }
  }

  /// Whether objects of a class belong to the state of a test. Scopes, simulations and the numbers of module registrations
  /// do not, nor do objects of Foundation, which have caches; only `Data` keeps its bytes in one.
  private static func holdsState(_ address: UInt) -> Bool {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return false }
    let type = unsafeBitCast(pointer, to: Any.Type.self)
    if type is Frame.Type || type is DependencyRoot.Type || type is AnyKeyRecord.Type {
      return false
    }
    let name = String(reflecting: type)
    if name.hasSuffix("__DataStorage") { return true }
    if name.hasPrefix("DependenceModules."), name.hasSuffix("Generations") { return false }
    return !modules.contains { name.hasPrefix($0) }
  }

  private static let modules = [
    "DependenceSimulation.", "DependenceTesting.", "DependenceXCTest.", "Dispatch.", "Foundation.",
    "FoundationEssentials.", "FoundationInternationalization.", "Testing.", "XCTest.",
  ]
}
