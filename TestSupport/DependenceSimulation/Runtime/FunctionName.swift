/// The name of a function, shortened for display.
///
/// For example, the demangled name `closure #1 () async -> () in Module.Type.function(Swift.Int) ->
/// ()` becomes `closure #1 in Type.function(…)`.
struct FunctionName: Sendable {
  let text: String

  init(_ demangled: String) {
    let name = Self.split(demangled[...], at: " in ").map(Self.shortened).joined(separator: " in ")
    // Restore the spaces in names that are written in backticks. In symbols, the compiler replaces
    // them with non-breaking spaces.
    text = String(name.map { $0 == "\u{A0}" ? " " : $0 })
  }

  private static func shortened(_ part: Substring) -> String {
    // Remove prefixes such as "partial apply forwarder for" and "generic specialization <…> of",
    // which describe compiler-generated code.
    let subject = [" for ", " of "].reduce(part) { split($0, at: $1).last ?? $0 }
    if let closure = subject.firstRange(of: "closure #") {
      return "closure #\(subject[closure.upperBound...].prefix { $0.isNumber })"
    }
    let declaration = [" -> ", " : "].reduce(subject) { split($0, at: $1)[0] }
    // Remove the first component, which is the module name.
    let path = split(declaration, at: ".")
    return path.dropFirst(path.count > 1 ? 1 : 0).map(component).joined(separator: ".")
  }

  private static func component(_ name: Substring) -> String {
    guard let parenthesis = firstParenthesis(of: name) else { return String(name) }
    if parenthesis == name.startIndex {
      return String(name.dropFirst().prefix { $0 != " " })
    }
    let hasArguments = !name[parenthesis...].hasPrefix("()")
    return name[..<parenthesis] + (hasArguments ? "(…)" : "()")
  }

  private static func firstParenthesis(of name: Substring) -> Substring.Index? {
    var isQuoted = false
    return name.indices.first { index in
      if name[index] == "`" { isQuoted.toggle() }
      return name[index] == "(" && !isQuoted
    }
  }

  private static func split(_ text: Substring, at separator: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var isQuoted = false
    var index = text.startIndex
    while index < text.endIndex {
      let rest = text[index...]
      if depth == 0, !isQuoted, rest.hasPrefix(separator) {
        parts.append(text[start..<index])
        index = text.index(index, offsetBy: separator.count)
        start = index
      } else if rest.hasPrefix("->") {
        index = text.index(index, offsetBy: "->".count)
      } else {
        if text[index] == "`" { isQuoted.toggle() }
        if !isQuoted, "(<[".contains(text[index]) { depth += 1 }
        if !isQuoted, ")>]".contains(text[index]) { depth -= 1 }
        index = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }
}
