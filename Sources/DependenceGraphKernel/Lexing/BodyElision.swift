/// A namespace for replacing the bodies of functions, accessors and closures in source code with
/// spaces before the code is parsed.
///
/// Most bodies do not affect the dependency graph, but parsing them would account for most of the
/// scan time. A body is kept if it contains a *marker*: text such as `Dependency`, which suggests
/// that the body is relevant to the graph. If the lexer reaches code that it cannot interpret, the
/// rest of the file is kept. Each byte of a body, except for line breaks, is replaced with a space,
/// so the source locations in diagnostics remain correct.
package enum BodyElision {
  /// Returns `source` with the bodies of functions, accessors and closures replaced with spaces,
  /// except for bodies that contain one of the byte offsets in `markers`. At each of these offsets,
  /// `source` contains text such as `Dependency`, which suggests that the body is relevant to the
  /// dependency graph.
  package static func elide(_ source: [UInt8], keeping markers: [Int]) -> [UInt8] {
    var result = source
    source.withUnsafeBufferPointer { bytes in
      var elision = Walk(bytes: bytes, markers: markers, lexer: SourceLexer(bytes))
      elision.run { body in
        for offset in body where result[offset] != .newline && result[offset] != 13 {
          result[offset] = UInt8(ascii: " ")
        }
      }
    }
    return result
  }

  /// The construct that the next opening brace starts: a body that may be removed, a declaration
  /// that must be kept in full, or the members of a type, whose bodies are removed or kept
  /// individually. `header` is the byte offset where the type's declaration starts.
  private enum Pending: Equatable { case body, whole, type(header: Int) }

  private struct Walk {
    let bytes: UnsafeBufferPointer<UInt8>
    let markers: [Int]
    var lexer: SourceLexer
    var pending = Pending.body
    var parentheses = 0

    mutating func run(blank: (Range<Int>) -> Void) {
      while true {
        switch lexer.next() {
        case .end, .lost: return
        case .identifier(let range): read(identifier: range)
        case .symbol(UInt8(ascii: "("), _), .symbol(UInt8(ascii: "["), _): parentheses += 1
        case .symbol(UInt8(ascii: ")"), _), .symbol(UInt8(ascii: "]"), _): parentheses -= 1
        case .symbol(UInt8(ascii: "{"), let offset):
          // Do not remove the code of a closure that is inside parentheses. The closure may be a
          // default argument, which is part of a declaration.
          let opens = parentheses > 0 ? .whole : pending
          if parentheses == 0 { pending = .body }
          // If the brace starts the members of a type, continue with the members and remove their
          // bodies one by one. However, keep an extension of `DependencyValues` in full, because
          // its accessors refer to dependency keys.
          if case .type(let header) = opens, !markers(in: header..<offset).contains(where: isValues)
          {
            continue
          }
          guard let end = skipToClosingBrace() else { return }
          if opens == .body, markers(in: offset..<end).isEmpty { blank(offset + 1..<end) }
        case .symbol: break
        }
      }
    }

    private func markers(in range: Range<Int>) -> [Int] { markers.filter(range.contains) }

    private func isValues(_ marker: Int) -> Bool {
      bytes[marker...].starts(with: "DependencyValues".utf8)
    }

    private mutating func skipToClosingBrace() -> Int? {
      var depth = 1
      while true {
        switch lexer.next() {
        case .end, .lost: return nil
        case .symbol(UInt8(ascii: "{"), _): depth += 1
        case .symbol(UInt8(ascii: "}"), let offset):
          depth -= 1
          if depth == 0 { return offset }
        case .identifier, .symbol: break
        }
      }
    }

    private mutating func read(identifier range: Range<Int>) {
      // Ignore identifiers that are in parentheses or brackets or follow a dot, because they cannot
      // start a declaration. `prepareDependencies` is an exception, because it may follow the name
      // of its module and a dot.
      let text = lexer.text(range)
      guard parentheses == 0,
        range.lowerBound == 0 || bytes[range.lowerBound - 1] != UInt8(ascii: ".")
          || text == "prepareDependencies"
      else { return }
      switch text {
      // Keep protocols in full, because the `{ get }` of a requirement looks like a body but must
      // not be removed. Also keep the closure passed to `prepareDependencies`, because this closure
      // assigns live values (the values of dependencies outside of tests).
      case "protocol", "prepareDependencies": pending = .whole
      case "struct", "enum", "extension": pending = .type(header: range.lowerBound)
      case "class" where pending != .whole: pending = .type(header: range.lowerBound)
      case "actor" where isFollowedByName(range): pending = .type(header: range.lowerBound)
      case "func", "var", "let", "init", "deinit", "subscript": pending = .body
      default: break
      }
    }

    /// Returns `true` if the word `actor` at `range` is followed by a name and is therefore a
    /// keyword. Otherwise, the word is an ordinary identifier, such as a variable name.
    private func isFollowedByName(_ range: Range<Int>) -> Bool {
      let next = bytes[range.upperBound...].first { $0 != UInt8(ascii: " ") }
      return next?.isIdentifierByte == true || next == UInt8(ascii: "`")
    }
  }

  /// The maximum nesting depth of square brackets in code passed to the parser. Each additional
  /// level doubles SwiftParser's running time, which is about half a second at this depth.
  package static let deepestBrackets = 16

  /// Returns the offset of the first square bracket that is nested more than `deepestBrackets`
  /// levels deep, or `nil` if no bracket is nested that deeply.
  ///
  /// The lexer cannot interpret a regular expression, so the depth is approximate after one.
  package static func deepBracket(in source: [UInt8]) -> Int? {
    source.withUnsafeBufferPointer { bytes in
      var lexer = SourceLexer(bytes)
      var depth = 0
      var isApproximate = false
      while true {
        switch lexer.next() {
        case .end: return nil
        case .lost:
          isApproximate = true
          lexer.index += 1
          lexer.literals = []
        // In a regular expression, `\[` and `\]` are characters, which need not be balanced.
        case .symbol(_, let offset) where isApproximate && bytes[offset - 1] == .backslash: break
        case .symbol(UInt8(ascii: "["), let offset):
          depth += 1
          if depth > deepestBrackets { return offset }
        case .symbol(UInt8(ascii: "]"), _): depth = max(0, depth - 1)
        case .identifier, .symbol: break
        }
      }
    }
  }
}
