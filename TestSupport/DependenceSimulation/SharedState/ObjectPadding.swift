/// The unused bytes after the stored properties of a class's instances.
///
/// For example, seven unused bytes follow a Boolean property if the next property is a reference.
/// Swift does not initialize these bytes, so together with the Boolean, they may look like the
/// address of an object that used the memory earlier.
struct ObjectPadding: Sendable {
  /// The masks that clear the unused bytes. Each mask applies to one machine word (eight bytes) of
  /// an object, and its key is the offset of this word in the object.
  private var masks: [Int: UInt] = [:]

  /// No padding, for objects whose stored properties are unknown.
  static let none = ObjectPadding()

  private init() {}

  /// Finds the padding in the instances of `type`. Finds none if the functions of the Swift runtime
  /// that describe properties do not work as expected.
  init(of type: AnyClass) { self = Self.isSupported ? Self(reflecting: type) : .none }

  /// Whether the functions of the Swift runtime find the padding of a class whose padding is known.
  /// An object of this class consists of a header of 16 bytes, a Boolean, seven unused bytes, and a
  /// reference.
  private static let isSupported: Bool = {
    final class Probe {
      let flag = true
      let object: Probe? = nil
    }
    return Self(reflecting: Probe.self).masks == [16: 0xff]
  }()

  /// Finds the padding by asking the Swift runtime for the stored properties of `type`.
  ///
  /// The runtime does not provide the type of every property. For example, it lacks noncopyable
  /// types and the properties of modules that are compiled without reflection metadata. Bytes that
  /// might belong to such a property do not count as padding.
  private init(reflecting type: AnyClass) {
    var fields = Self.fields(of: type, at: 0)
    fields.sort { $0.start < $1.start }
    let starts = fields.map(\.start)
    for field in fields where field.size > 0 && field.end % Self.word != 0 {
      let next = starts.first { $0 >= field.end } ?? .max
      let unused = field.end..<min(next, field.end / Self.word * Self.word + Self.word)
      for byte in unused {
        let shift = byte % Self.word * 8
        masks[byte - byte % Self.word, default: .max] &= ~(0xff << UInt(shift))
      }
    }
  }

  /// Clears the padding in a copy of an object's memory that begins at the given offset, which must
  /// be a multiple of eight.
  func clear(in words: inout [UInt], from offset: Int) {
    for (start, mask) in masks {
      let index = (start - offset) / Self.word
      if start >= offset, index < words.count { words[index] &= mask }
    }
  }

  private static let word = 8

  /// A stored property. If the runtime does not know its type, `size` is 0.
  private struct Field {
    let start: Int
    let size: Int
    var end: Int { start + size }
  }

  /// Returns the stored properties of a class, a structure or a tuple at the given offset. A
  /// property that is a structure or a tuple is replaced by that value's own properties, because it
  /// can contain padding as well.
  private static func fields(of type: Any.Type, at offset: Int) -> [Field] {
    (0..<countOfFields(type)).flatMap { index -> [Field] in
      var description = FieldDescription()
      let fieldType = typeOfField(type, index, &description)
      description.free?(description.name)
      let start = offset + offsetOfField(type, index)
      let inner = isStructureOrTuple(fieldType) ? fields(of: fieldType, at: start) : []
      return inner.isEmpty ? [Field(start: start, size: size(of: fieldType))] : inner
    }
  }

  private static func size(of type: Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// Whether `type` is a structure or a tuple. The runtime functions below must not be called for
  /// some other types, such as protocols.
  private static func isStructureOrTuple(_ type: Any.Type) -> Bool {
    let kind = unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee
    return kind == 0x200 || kind == 0x301
  }
}

// MARK: - Functions of the Swift runtime

// The standard library's `Mirror` uses these functions to enumerate the stored properties of a
// type, including those of superclasses.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func countOfFields(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func offsetOfField(_ type: Any.Type, _ index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func typeOfField(
  _ type: Any.Type,
  _ index: Int,
  _ description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type

/// A description of a stored property, which the runtime fills in.
private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  /// A function that releases the name, or `nil` if the name need not be released.
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}
