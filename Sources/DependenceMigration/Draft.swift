import SwiftParser
import SwiftSyntax

/// A file as it is read, and the edits that it is going to get.
struct Draft {
  struct Edit {
    /// Bytes of the file that go.
    var range: Range<Int>
    var text: String
  }

  /// A place that a person has to look at.
  struct Note {
    var offset: Int
    var why: String
    var remedy: String
  }

  let source: MigrationSource
  private(set) var edits: [Edit] = []
  private(set) var notes: [Note] = []
  /// Comments of what goes, and where that begins.
  private var moved: [(offset: Int, text: String)] = []

  init(_ source: MigrationSource) { self.source = source }

  mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append(Edit(range: range, text: text))
    // A comment says what nobody else knows: it moves above the line, if what it stood in goes.
    for comment in source.comments(in: range) where !text.contains(comment) {
      moved.append((range.lowerBound, comment))
    }
  }

  mutating func note(_ offset: Int, why: String, write remedy: String) {
    notes.append(Note(offset: offset, why: why, remedy: remedy))
  }

  /// The migrated text, and the rows of the report; the text as it was, if it cannot be written without harm.
  func finish(commenting: Bool = true) -> (text: String, rows: [MigrationRow]) {
    var all = edits
    for (offset, comment) in moved { all.append(line(comment, above: place(above: offset))) }
    var placed: [(offset: Int, note: Note)] = []
    for note in notes.sorted(by: { $0.offset < $1.offset }) {
      let start = place(above: note.offset)
      // One line says one thing once.
      guard !placed.contains(where: { $0.offset == start && $0.note.why == note.why }) else {
        continue
      }
      placed.append((start, note))
      let comment = Self.comment(note)
      if commenting, !source.hasComment(comment, above: start) {
        all.append(line(comment, above: start))
      }
    }
    guard let (bytes, shift) = apply(all), !Self.hasErrors(bytes) else {
      let row = MigrationRow(
        path: source.path,
        line: 1,
        why: "the edits of this file would not parse, so it was left as it is",
        remedy: "migrate it by hand, and report this file as a bug of the command"
      )
      return (source.text, [row])
    }
    let rows = placed.map { start, note in
      MigrationRow(
        path: source.path,
        line: source.line(of: start) + shift(start),
        why: note.why,
        remedy: note.remedy
      )
    }
    return (String(decoding: bytes, as: UTF8.self), rows)
  }

  private func line(_ comment: String, above start: Int) -> Edit {
    Edit(range: start..<start, text: source.indentation(at: start) + comment + source.newline)
  }

  /// The beginning of the line that a place is on, or of an earlier one that stays.
  private func place(above offset: Int) -> Int {
    var start = source.lineStart(of: offset)
    while let edit = edits.first(where: {
      $0.range.lowerBound < start && start < $0.range.upperBound
    }
    ) {
      start = source.lineStart(of: edit.range.lowerBound)
    }
    return start
  }

  static func comment(_ note: Note) -> String {
    "// \(marker) \(note.why); \(note.remedy)".replacing("\n", with: " ")
  }

  /// The beginning of every comment that the command leaves.
  static let marker = "MIGRATE:"

  static func hasErrors(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { Parser.parse(source: $0).hasError }
  }

  /// - Returns: The new bytes, and by how many lines a line has moved down that begins at an offset; nil if two edits
  ///   claim the same bytes.
  private func apply(_ edits: [Edit]) -> (bytes: [UInt8], shift: (Int) -> Int)? {
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    var bytes: [UInt8] = []
    var end = 0
    for edit in sorted {
      guard edit.range.lowerBound >= end else { return nil }
      bytes += source.bytes[end..<edit.range.lowerBound]
      bytes += Array(edit.text.utf8)
      end = edit.range.upperBound
    }
    bytes += source.bytes[end...]
    let source = source
    return (
      bytes,
      { offset in
        sorted.reduce(0) { sum, edit in
          guard edit.range.lowerBound <= offset else { return sum }
          let removed = source.bytes[edit.range].count { $0 == UInt8(ascii: "\n") }
          return sum + edit.text.utf8.count { $0 == UInt8(ascii: "\n") } - removed
        }
      }
    )
  }
}

/// A file that is looked at.
package struct MigrationSource: Sendable {
  package let path: String
  package let text: String
  let bytes: [UInt8]
  private let isInString: [Range<Int>]
  private let comments: [(offset: Int, text: String)]
  let tree: SourceFileSyntax

  package init(path: String, text: String) {
    self.path = path
    self.text = text
    bytes = Array(text.utf8)
    tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    comments = tree.tokens(viewMode: .sourceAccurate).flatMap { token in
      Self.comments(token.leadingTrivia, at: token.position.utf8Offset)
        + Self.comments(token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia.utf8Offset)
    }
    isInString = tree.tokens(viewMode: .sourceAccurate).compactMap { token in
      guard case .stringSegment = token.tokenKind else { return nil }
      return token.position.utf8Offset..<token.endPosition.utf8Offset
    }
  }

  private static func comments(_ trivia: Trivia, at start: Int) -> [(offset: Int, text: String)] {
    var offset = start
    return trivia.compactMap { piece in
      defer { offset += piece.sourceLength.utf8Length }
      guard piece.isComment else { return nil }
      var text = ""
      piece.write(to: &text)
      return (offset, text)
    }
  }

  /// The comments that stand in a range.
  func comments(in range: Range<Int>) -> [String] {
    guard bytes[range].contains(UInt8(ascii: "/")) else { return [] }
    return comments.filter { range.contains($0.offset) }.map(\.text)
  }

  var newline: String {
    bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") }
      == true
      ? "\r\n" : "\n"
  }

  /// The beginning of the line that a place is on; an earlier one, where that line begins in a string.
  func lineStart(of offset: Int) -> Int {
    var start =
      bytes[..<min(offset, bytes.count)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    while start > 0, isInString.contains(where: { $0.lowerBound < start && start <= $0.upperBound })
    {
      start = bytes[..<(start - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }
    return start
  }

  func line(of offset: Int) -> Int { 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") } }

  func indentation(at start: Int) -> String {
    String(
      decoding: bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") },
      as: UTF8.self
    )
  }

  /// True if a comment stands among the comments right above a line.
  func hasComment(_ comment: String, above start: Int) -> Bool {
    var end = start
    while end > 0 {
      let begin = lineStart(of: end - 1)
      let line = String(decoding: bytes[begin..<end], as: UTF8.self).trimmed
      if line == comment { return true }
      guard line.hasPrefix("// \(Draft.marker)") else { return false }
      end = begin
    }
    return false
  }
}

/// Something that a person has to decide.
package struct MigrationRow: Hashable, Sendable {
  package var path: String
  /// In the migrated file.
  package var line: Int
  package var why: String
  package var remedy: String

  package var description: String { "\(path):\(line): \(why); \(remedy)" }
}

extension String {
  var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end else { return "" }
    return String(self[start...end])
  }
}
