/// The subset of JSON that a report needs. The members of an object have a fixed order.
package enum JSON: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable, Hashable {
    let name: String
    let value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  package init(_ number: Double?) {
    self = number.map(JSON.number) ?? .null
  }

  package init(_ string: String?) {
    self = string.map(JSON.string) ?? .null
  }

  /// The value encoded on one line.
  package var text: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    // JSON cannot represent infinity or NaN.
    case .number(let number) where !number.isFinite: "null"
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .string(let string): Self.quoted(string)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { "\(Self.quoted($0.name)): \($0.value.text)" }.joined(separator: ", ")
        + "}"
    }
  }

  private static func quoted(_ string: String) -> String {
    let escaped = string.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case let scalar where scalar.value < 0x20:
        "\\u00\(scalar.value < 0x10 ? "0" : "")\(String(scalar.value, radix: 16))"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
