import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// A source file being migrated, with its pending edits and notes about code that the user has to
/// migrate by hand.
struct Draft {
  let source: MigrationSource
  /// The replacements to make. The ranges are byte offsets in the original file.
  private var edits: [(range: Range<Int>, text: String)] = []
  /// Notes about code that the user has to migrate by hand. Their offsets refer to the original
  /// file.
  private var notes: [Note] = []
  /// Comments that would be lost because an edit replaces the code around them, each with the
  /// offset where that code begins. The migration moves these comments above the line at that
  /// offset.
  private var moved: [(offset: Int, text: String)] = []

  private struct Note {
    var offset: Int
    var why: String
    var remedy: String
    /// Code that the migration deletes without a replacement. A `REMOVED:` comment above the line
    /// quotes it.
    var removed: String?
  }

  init(_ source: MigrationSource) { self.source = source }

  var hasEdits: Bool { !edits.isEmpty }

  mutating func replace(_ range: Range<Int>, with text: String) {
    edits.append((range, text))
    // A comment inside the replaced code would be lost, so move it above the line unless the new
    // text contains it.
    for comment in source.comments(in: range) where !text.contains(comment) {
      moved.append((range.lowerBound, comment))
    }
  }

  /// Returns `true` if a single edit replaces the whole range.
  func replaces(_ range: Range<Int>) -> Bool {
    edits.contains { $0.range.clamped(to: range) == range }
  }

  /// Returns the start of the code that edits remove directly before `offset`, or `offset` itself
  /// if there is no such code. Adjacent removals count as one.
  func startOfRemoval(before offset: Int) -> Int {
    var start = offset
    while let (range, _) = edits.first(where: {
      $0.text.isEmpty && !$0.range.isEmpty && $0.range.upperBound == start
    }) {
      start = range.lowerBound
    }
    return start
  }

  /// Keeps the code in the given range by canceling the edit that removes exactly this range.
  mutating func keep(_ range: Range<Int>) {
    edits.removeAll { $0.range == range && $0.text.isEmpty }
    moved.removeAll { $0.offset == range.lowerBound }
  }

  /// Removes the edits inside `range` from the draft and returns the text of the range with these
  /// edits applied, so that callers can insert this text elsewhere. Returns `nil` if two of the
  /// edits overlap.
  mutating func take(_ range: Range<Int>) -> String? {
    let all = edits
    edits.removeAll { $0.range.clamped(to: range) == $0.range }
    return apply(all.filter { $0.range.clamped(to: range) == $0.range }, to: range)
  }

  /// Reports code that the user has to migrate by hand, both in the final report and in a comment
  /// above the code. If the migration deletes code without replacing it, another comment quotes
  /// that code, which is passed as `removed`.
  mutating func note(_ offset: Int, why: String, write remedy: String, removed: String? = nil) {
    notes.append(Note(offset: offset, why: why, remedy: remedy, removed: removed))
  }

  /// Returns the migrated text, and a report row for each piece of code that the user has to
  /// migrate by hand. If the edits overlap or the edited text does not parse, returns the original
  /// text and a single row that reports the problem.
  func finish() -> (text: String, rows: [MigrationRow]) {
    var inserted: [(range: Range<Int>, text: String)] = []
    func insert(_ comment: String, above start: Int) {
      let line = source.indentation(at: start) + comment + source.newline
      inserted.append((start..<start, line))
    }
    for (offset, comment) in moved { insert(comment, above: place(above: offset)) }
    var placed: [(start: Int, why: String, remedy: String)] = []
    for note in notes.sorted(by: { $0.offset < $1.offset }) {
      let (why, remedy) = (note.why, note.remedy)
      let start = place(above: note.offset)
      // Report each reason only once per line, even if it applies to several pieces of code there.
      if !placed.contains(where: { $0.start == start && $0.why == why }) {
        placed.append((start, why, remedy))
        let comment = "// \(Self.marker) \(why); \(remedy)".replacing("\n", with: " ")
        if !source.hasComment(comment, above: start) { insert(comment, above: start) }
      }
      // Quote the removed code even if the report already has a row for this line and reason,
      // because each note on the line may have removed different code.
      for line in note.removed?.split(whereSeparator: \.isNewline) ?? [] {
        insert("// \(Self.removed) \(line)", above: start)
      }
    }
    // A `MIGRATE:` comment from an earlier run of the command marks work that is still open, so
    // report it again.
    for (start, why, remedy) in source.standingNotes
    where !placed.contains(where: { $0.start == start && $0.why == why }) {
      placed.append((start, why, remedy))
    }
    // Put the inserted comments before the other edits, so that a comment precedes the code that an
    // edit inserts at the same offset.
    guard let text = apply(inserted + edits, to: source.bytes.indices),
      !MigrationSource.parse(text).hasError
    else {
      let row = MigrationRow(
        path: source.path,
        why: "the edited file would not parse, so the file was not changed",
        remedy: "migrate it manually, and report this as a bug in the command"
      )
      return (source.text, [row])
    }
    let rows = placed.map { start, why, remedy in
      let above =
        inserted.filter { $0.range.lowerBound <= start }
        + edits.filter {
          $0.range.lowerBound < start || $0.range.lowerBound == start && !$0.range.isEmpty
        }
      let line = above.reduce(1 + source.bytes[..<start].newlines) { line, edit in
        line + edit.text.utf8.newlines - source.bytes[edit.range].newlines
      }
      return MigrationRow(path: source.path, line: line, why: why, remedy: remedy)
    }
    return (text, rows)
  }

  /// Returns the offset at which to insert a comment above the code at `offset`. This is usually
  /// the start of the line. If an edit replaces the code around that position, a comment cannot be
  /// inserted there, so the result is the start of the line where the edit begins.
  private func place(above offset: Int) -> Int {
    var start = source.lineStart(of: offset)
    while let (range, _) = edits.first(where: { $0.range.dropFirst().contains(start) }) {
      start = source.lineStart(of: range.lowerBound)
    }
    return start
  }

  /// The prefix of comments that mark code for the user to migrate by hand.
  static let marker = "MIGRATE:"

  /// The prefix of comments that quote code removed by the migrator.
  static let removed = "REMOVED:"

  /// Returns the text of `whole` with the edits applied, or `nil` if two edits overlap.
  private func apply(_ edits: [(range: Range<Int>, text: String)], to whole: Range<Int>) -> String?
  {
    let sorted = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var bytes: [UInt8] = []
    var end = whole.lowerBound
    for edit in sorted {
      guard edit.range.lowerBound >= end else { return nil }
      bytes += source.bytes[end..<edit.range.lowerBound] + edit.text.utf8
      end = edit.range.upperBound
    }
    return String(decoding: bytes + source.bytes[end..<whole.upperBound], as: UTF8.self)
  }
}

/// A parsed source file, with the positions of its comments and string literals.
struct MigrationSource {
  let path: String
  let text: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax
  let importedModules: Set<String>
  private var strings: [Range<Int>] = []
  private var comments: [(offset: Int, text: String)] = []

  init(path: String, text: String) {
    (self.path, self.text) = (path, text)
    bytes = Array(text.utf8)
    tree = Self.parse(text)
    importedModules = Set(tree.imports.map(\.module))
    for token in tree.tokens(viewMode: .sourceAccurate) {
      addComments(of: token.leadingTrivia, at: token.position)
      addComments(of: token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia)
      if case .stringSegment = token.tokenKind {
        strings.append(token.position.utf8Offset..<token.endPosition.utf8Offset)
      }
    }
  }

  /// The first syntax error of the file, or `nil` if the file has none.
  var firstError: (line: Int, message: String)? {
    ParseDiagnosticsGenerator.diagnostics(for: tree).first.map { error in
      let offset = error.position.utf8Offset
      return (1 + bytes[..<offset].newlines, error.message)
    }
  }

  /// Parses a file as Swift 6 or, if the result has a syntax error, as Swift 5. Only Swift 5 allows
  /// a space between an attribute's name and its arguments, as in `@Test ("name")`.
  static func parse(_ text: String) -> SourceFileSyntax {
    let tree = Parser.parse(source: text)
    guard tree.hasError else { return tree }
    var parser = Parser(text, swiftVersion: .v5)
    let older = SourceFileSyntax.parse(from: &parser)
    return older.hasError ? tree : older
  }

  private mutating func addComments(of trivia: Trivia, at start: AbsolutePosition) {
    var offset = start.utf8Offset
    for piece in trivia {
      let end = offset + piece.sourceLength.utf8Length
      if piece.isComment { comments.append((offset, self.text(offset..<end))) }
      offset = end
    }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func comments(in range: Range<Int>) -> [String] {
    comments.filter { range.contains($0.offset) }.map(\.text)
  }

  var newline: String {
    text.first { $0 == "\n" || $0 == "\r\n" } == "\r\n" ? "\r\n" : "\n"
  }

  /// Returns the start of the line that contains `offset`. Ignores line breaks inside multiline
  /// string literals, because a comment inserted there would become part of the string.
  func lineStart(of offset: Int) -> Int {
    var start = min(offset, bytes.count) + 1
    repeat {
      start = bytes[..<(start - 1)].lastIndex(of: .newline).map { $0 + 1 } ?? 0
    } while isInString(start)
    return start
  }

  private func isInString(_ start: Int) -> Bool {
    strings.contains { ($0.lowerBound...$0.upperBound).contains(start) }
  }

  /// Returns the spaces and tabs at `start`, which must be the first byte of a line.
  func indentation(at start: Int) -> String {
    String(decoding: bytes[start...].prefix { $0 == 32 || $0 == 9 }, as: UTF8.self)
  }

  func indentation(of node: some SyntaxProtocol) -> String {
    indentation(at: lineStart(of: node.start))
  }

  /// Returns `true` if an earlier run of the command already wrote `comment` directly above the
  /// line that begins at `start`, possibly among other comments by the migrator. If so, the comment
  /// must not be inserted again.
  func hasComment(_ comment: String, above start: Int) -> Bool {
    var end = start
    while end > 0 {
      let begin = lineStart(of: end - 1)
      let line = text(begin..<end).trimmingCharacters(in: .whitespacesAndNewlines)
      if line == comment { return true }
      guard line.isNote else { return false }
      end = begin
    }
    return false
  }

  /// The notes that an earlier run of the command left in this file as `MIGRATE:` comments, each
  /// split into a reason and a remedy. `start` is the offset of the first line of code below the
  /// comment.
  var standingNotes: [(start: Int, why: String, remedy: String)] {
    let opening = "// \(Draft.marker) "
    return comments.compactMap { offset, comment in
      guard comment.hasPrefix(opening) else { return nil }
      let parts = comment.dropFirst(opening.count).split(separator: "; ", maxSplits: 1)
      var start = lineStart(of: offset)
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: .newline).map { $0 + 1 } ?? bytes.count
        let line = text(start..<end).trimmingCharacters(in: .whitespacesAndNewlines)
        guard line.isNote else { break }
        start = end
      }
      let remedy = parts.count > 1 ? String(parts[1]) : "resolve it, and remove the comment"
      return (start, parts.first.map(String.init) ?? "", remedy)
    }
  }

  /// Extends a range to the whole lines that contain it if the rest of these lines is only white
  /// space. Otherwise, returns the range unchanged.
  func lines(of range: Range<Int>) -> Range<Int> {
    let start = lineStart(of: range.lowerBound)
    let end = bytes[range.upperBound...].firstIndex(of: .newline).map { $0 + 1 } ?? bytes.count
    let rest = bytes[start..<range.lowerBound] + bytes[range.upperBound..<end]
    return rest.allSatisfy { [9, 10, 13, 32].contains($0) } ? start..<end : range
  }
}

/// A row in the migration report. It describes one thing that the user has to do by hand.
package struct MigrationRow: Hashable, Sendable {
  package var path: String
  /// The line number in the migrated file.
  package var line = 1
  package var why: String
  package var remedy: String

  package var description: String { "\(path):\(line): \(why); \(remedy)" }
}

extension String {
  /// Whether this line is a comment that the migrator wrote in an earlier run.
  fileprivate var isNote: Bool {
    hasPrefix("// \(Draft.marker)") || hasPrefix("// \(Draft.removed)")
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
}

extension Sequence<UInt8> {
  fileprivate var newlines: Int { count { $0 == .newline } }
}
