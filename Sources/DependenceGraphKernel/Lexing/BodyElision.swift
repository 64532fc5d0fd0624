/// Blanks what a graph is never read from: the bodies of functions, accessors and closures.
/// Parsing bodies would take most of a scan. A body that mentions anything that could matter stays;
/// so does everything after a place that a lexer cannot be sure about. What is left keeps its place.
package enum BodyElision {
  /// The source with bodies blanked. Linear in the length of the source.
  package static func elide(_ source: [UInt8], keeping markers: [Int]) -> [UInt8] {
    var result = source
    source.withUnsafeBufferPointer { bytes in
      var elision = Walk(bytes: bytes, markers: markers, lexer: SourceLexer(bytes))
      elision.run { body in
        for place in body where result[place] != .newline && result[place] != 13 {
          result[place] = UInt8(ascii: " ")
        }
      }
    }
    return result
  }

  /// The content of the brace that comes next, as far as the words before it tell.
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
        case .word(let range): read(word: range)
        case .symbol(UInt8(ascii: "("), _), .symbol(UInt8(ascii: "["), _): parentheses += 1
        case .symbol(UInt8(ascii: ")"), _), .symbol(UInt8(ascii: "]"), _): parentheses -= 1
        case .symbol(UInt8(ascii: "{"), let place):
          // A closure among arguments may be the default of one, which is part of a declaration.
          let opens = parentheses > 0 ? .whole : pending
          if parentheses == 0 { pending = .body }
          // How a property leads to its key stands in the bodies of an extension of the values.
          if case .type(let header) = opens, !markers(in: header..<place).contains(where: isValues)
          {
            continue
          }
          guard let end = skipToClosingBrace() else { return }
          if opens == .body, markers(in: place..<end).isEmpty { blank(place + 1..<end) }
        case .symbol: break
        }
      }
    }

    private func markers(in range: Range<Int>) -> ArraySlice<Int> {
      let start = markers.partitioningIndex { $0 >= range.lowerBound }
      let end = markers.partitioningIndex { $0 >= range.upperBound }
      return markers[start..<end]
    }

    private func isValues(_ marker: Int) -> Bool {
      bytes[marker...].starts(with: "DependencyValues".utf8)
    }

    private mutating func skipToClosingBrace() -> Int? {
      var depth = 1
      while true {
        switch lexer.next() {
        case .end, .lost: return nil
        case .symbol(UInt8(ascii: "{"), _): depth += 1
        case .symbol(UInt8(ascii: "}"), let place):
          depth -= 1
          if depth == 0 { return place }
        case .word, .symbol: break
        }
      }
    }

    private mutating func read(word range: Range<Int>) {
      // What follows a dot is the name of a member; what stands in parentheses, of an argument.
      guard parentheses == 0,
        range.lowerBound == 0 || bytes[range.lowerBound - 1] != UInt8(ascii: ".")
      else { return }
      switch lexer.text(range) {
      case "protocol": pending = .whole
      case "struct", "enum", "extension": pending = .type(header: range.lowerBound)
      case "class" where pending != .whole: pending = .type(header: range.lowerBound)
      case "actor" where isFollowedByName(range): pending = .type(header: range.lowerBound)
      case "func", "var", "let", "init", "deinit", "subscript": pending = .body
      default: break
      }
    }

    /// `actor` is a keyword only before the name of one.
    private func isFollowedByName(_ range: Range<Int>) -> Bool {
      let next = bytes[range.upperBound...].first { $0 != UInt8(ascii: " ") }
      return next?.isWord == true || next == UInt8(ascii: "`")
    }
  }

  /// Each level of square brackets doubles the time of SwiftParser, which is half a second here.
  package static let deepestBrackets = 16

  /// The offset of the first square bracket that is nested deeper; nil, if there is none.
  package static func deepBracket(in source: [UInt8]) -> Int? {
    source.withUnsafeBufferPointer { bytes in
      var lexer = SourceLexer(bytes)
      var depth = 0
      while true {
        switch lexer.next() {
        case .end, .lost: return nil
        case .symbol(UInt8(ascii: "["), let place):
          depth += 1
          if depth > deepestBrackets { return place }
        case .symbol(UInt8(ascii: "]"), _): depth -= 1
        case .word, .symbol: break
        }
      }
    }
  }
}

extension Array {
  /// The first index whose element satisfies a predicate that no earlier one does.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
