/// Finds markers in source code. A marker is a piece of text, such as `Instantiable`, that indicates
/// that a file or a function body may be relevant to the dependency graph.
package enum Markers {
  private static let ofFiles = [
    "Instantiable", "Dependency", "Dependencies", "SafeDIConfiguration",
  ]
  private static let ofBodies = [
    "Dependency", "Dependencies", "Forwarded", "Instantia", "Received",
  ]
  private static let introducers = [
    "protocol ", "struct ", "class ", "enum ", "actor ", "typealias ",
  ]
  /// The text of a comment that permits code to read a dependency whose key has no live value (the
  /// value used outside of tests). The comment is useful if the app provides the value in a way
  /// that the scan does not detect.
  package static let allowsMissingLive = "dependence:allow-missing-live"

  package static func isMarked(_ source: [UInt8]) -> Bool {
    ofFiles.contains { first($0, in: source, from: 0) != nil }
  }

  package static func offsets(in source: [UInt8]) -> [Int] {
    ofBodies.flatMap { offsets(of: $0, in: source) }.sorted()
  }

  package static func offsets(of text: String, in source: [UInt8]) -> [Int] {
    var offsets: [Int] = []
    var start = 0
    while let offset = first(text, in: source, from: start) {
      offsets.append(offset)
      start = offset + 1
    }
    return offsets
  }

  private static func first(_ text: String, in source: [UInt8], from start: Int) -> Int? {
    let needle = Array(text.utf8)
    return source.withUnsafeBufferPointer { bytes in
      var offset = start
      while offset + needle.count <= bytes.count {
        if bytes[offset] == needle[0], bytes[offset..<offset + needle.count].elementsEqual(needle) {
          return offset
        }
        offset += 1
      }
      return nil
    }
  }

  /// Returns the numbers of the lines where code is allowed to read a dependency whose key has no
  /// live value (the value used outside of tests). These are the lines with a
  /// `dependence:allow-missing-live` comment and, if such a comment is on a line by itself, the
  /// next line.
  ///
  /// - Parameter isComment: A closure that returns whether the text at a byte offset is part of a
  ///   comment rather than, for example, a string literal.
  package static func allowedLines(
    in source: [UInt8],
    where isComment: (Int) -> Bool = { _ in true }
  ) -> Set<Int> {
    var lines: Set<Int> = []
    var (line, start) = (1, 0)
    for offset in offsets(of: allowsMissingLive, in: source) where isComment(offset) {
      while let end = first("\n", in: source, from: start), end < offset {
        (line, start) = (line + 1, end + 1)
      }
      lines.insert(line)
      let isAlone = source[start..<offset].allSatisfy {
        [.slash, .star, UInt8(ascii: " "), UInt8(ascii: "\t")].contains($0)
      }
      if isAlone { lines.insert(line + 1) }
    }
    return lines
  }

  /// Returns the number of the line that contains the first invalid UTF-8 byte, or `nil` if all of
  /// `source` is valid.
  package static func lineOfInvalidUTF8(in source: [UInt8]) -> Int? {
    if String(validating: source, as: UTF8.self) != nil { return nil }
    let text = String(decoding: source, as: UTF8.self)
    let offset = zip(source, text.utf8).enumerated().first { $1.0 != $1.1 }?.offset
    return source[..<(offset ?? source.count)].count { $0 == .newline } + 1
  }
  /// Returns the names of types that `source` may declare or extend with a protocol conformance.
  /// The scanner first skips files without markers, and then uses these names to decide which of
  /// the skipped files to read after all.
  ///
  /// The names are the words after a keyword such as `struct` or `protocol`, and the words between
  /// `extension` and a colon. The search does not skip comments and literals, so some of these
  /// words may not be type names.
  package static func declarations(in source: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    for word in introducers {
      for offset in offsets(of: word, in: source)
      where offset == 0 || !source[offset - 1].isIdentifierByte {
        var start = offset + word.utf8.count
        if start < source.count, source[start] == UInt8(ascii: "`") { start += 1 }
        let end = source[start...].firstIndex { !$0.isIdentifierByte } ?? source.count
        if end > start { names.insert(String(decoding: source[start..<end], as: UTF8.self)) }
      }
    }
    // Also include types to which an extension adds a protocol conformance. Such a type gains the
    // protocol's members, which may read dependencies.
    for offset in offsets(of: "extension ", in: source) {
      let start = offset + "extension ".utf8.count
      let end = source[start...].firstIndex(of: UInt8(ascii: "{")) ?? source.count
      guard let colon = source[start..<end].firstIndex(of: UInt8(ascii: ":")) else { continue }
      for name in source[start..<colon].split(whereSeparator: { !$0.isIdentifierByte }) {
        names.insert(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }
}
