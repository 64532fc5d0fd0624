import Foundation

/// Texts for the arguments and results of calls, as they would look in source code.
enum CallText {
  /// Returns a value as text. Strings and characters are put in quotation marks. The elements of
  /// sets and dictionaries are sorted by their texts, because their order differs between
  /// processes.
  static func value(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    // Check this first, because the casts below also succeed for an optional that is not `nil`.
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { Self.value($0.value) } ?? "nil"
    }
    switch value {
    case is String, is Substring, is Character: return String(reflecting: value)
    // The description of a `Data` value contains only its byte count, so print the bytes
    // themselves, encoded as Base64.
    case let data as Data: return data.base64EncodedString()
    default: break
    }
    let children = mirror.children
    switch mirror.displayStyle {
    case .collection: return list(children.map { Self.value($0.value) })
    case .set: return list(children.map { Self.value($0.value) }.sorted())
    case .dictionary:
      return children.isEmpty ? "[:]" : list(children.map { entry($0.value) }.sorted())
    case _ where hasDescription(value): return String(describing: value)
    case .struct: return "\(type(of: value))\(members(of: mirror))"
    case .tuple: return members(of: mirror)
    case .enum:
      guard let payload = children.first, let name = payload.label else { break }
      let values = Mirror(reflecting: payload.value)
      let isTuple = values.displayStyle == .tuple
      return name + (isTuple ? members(of: values) : "(\(Self.value(payload.value)))")
    default: break
    }
    return String(describing: value)
  }

  /// Returns an argument list as text, such as `("a", 1)`.
  static func arguments(_ values: [Any]) -> String {
    "(\(values.map(value).joined(separator: ", ")))"
  }

  private static func list(_ elements: [String]) -> String {
    "[\(elements.joined(separator: ", "))]"
  }

  /// Returns the text of a dictionary's entry, which a mirror represents as a tuple.
  private static func entry(_ entry: Any) -> String {
    Mirror(reflecting: entry).children.map { value($0.value) }.joined(separator: ": ")
  }

  private static func members(of mirror: Mirror) -> String {
    let members = mirror.children.map { child in
      // The labels of a tuple's elements without names begin with a period, as in `.0`.
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      return label + value(child.value)
    }
    return "(\(members.joined(separator: ", ")))"
  }

  private static func hasDescription(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
  }
}
