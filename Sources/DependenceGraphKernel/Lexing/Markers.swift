/// Texts in a source file that show that the file may contribute to the dependency graph.
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
  /// The text of a comment that permits a key without a live value, which is provided elsewhere.
  package static let allowsMissingLive = "dependence:allow-missing-live"

  package static func isMarked(_ source: [UInt8]) -> Bool {
    ofFiles.contains { first($0, in: source, from: 0) != nil }
  }

  package static func places(in source: [UInt8]) -> [Int] {
    ofBodies.flatMap { places(of: $0, in: source) }.sorted()
  }

  package static func places(of text: String, in source: [UInt8]) -> [Int] {
    var places: [Int] = []
    var start = 0
    while let place = first(text, in: source, from: start) {
      places.append(place)
      start = place + 1
    }
    return places
  }

  private static func first(_ text: String, in source: [UInt8], from start: Int) -> Int? {
    let needle = Array(text.utf8)
    return source.withUnsafeBufferPointer { bytes in
      var place = start
      while place + needle.count <= bytes.count {
        if bytes[place] == needle[0], bytes[place..<place + needle.count].elementsEqual(needle) {
          return place
        }
        place += 1
      }
      return nil
    }
  }

  /// Returns the lines on which code may read a key without a live value: the lines with the marker
  /// comment and, if the comment is alone on its line, the next line.
  package static func allowedLines(in source: [UInt8]) -> Set<Int> {
    var lines: Set<Int> = []
    var (line, start) = (1, 0)
    for place in places(of: allowsMissingLive, in: source) {
      while let end = first("\n", in: source, from: start), end < place {
        (line, start) = (line + 1, end + 1)
      }
      lines.insert(line)
      let isAlone = source[start..<place].allSatisfy {
        [.slash, .star, UInt8(ascii: " "), UInt8(ascii: "\t")].contains($0)
      }
      if isAlone { lines.insert(line + 1) }
    }
    return lines
  }

  /// Returns the line of the first byte that is not valid UTF-8, or `nil` if all bytes are valid.
  package static func lineOfInvalidUTF8(in source: [UInt8]) -> Int? {
    if String(validating: source, as: UTF8.self) != nil { return nil }
    let text = String(decoding: source, as: UTF8.self)
    let offset = zip(source, text.utf8).enumerated().first { $1.0 != $1.1 }?.offset
    return source[..<(offset ?? source.count)].count { $0 == .newline } + 1
  }
  /// Returns the names that follow keywords such as `struct` or `protocol` anywhere in `source`,
  /// including in comments and literals.
  package static func declarations(in source: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    for word in introducers {
      for place in places(of: word, in: source) where place == 0 || !source[place - 1].isWord {
        var start = place + word.utf8.count
        if start < source.count, source[start] == UInt8(ascii: "`") { start += 1 }
        let end = source[start...].firstIndex { !$0.isWord } ?? source.count
        if end > start { names.insert(String(decoding: source[start..<end], as: UTF8.self)) }
      }
    }
    return names
  }
}
