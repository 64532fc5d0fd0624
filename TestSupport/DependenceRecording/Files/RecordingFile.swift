import Dependence
import DependenceHarness
import Foundation

/// The contents of a recording file: all recorded calls, in the order that they are stored.
struct RecordingContents: Sendable {
  let calls: [RecordedCall]
  /// The name of the test that recorded the calls, or `nil` if the file does not contain it.
  let test: String?
  /// For each key, which combines a call's endpoint and arguments, the indices in `calls` of all
  /// calls with this key, in ascending order.
  private let positions: [CallKey: [Int]]

  init(_ calls: [RecordedCall] = [], of test: String? = nil) {
    self.calls = calls
    self.test = test
    var positions: [CallKey: [Int]] = [:]
    for (position, call) in calls.enumerated() {
      positions[call.key, default: []].append(position)
    }
    self.positions = positions
  }

  /// Returns the call at index `occurrence` among the calls with the given endpoint and arguments,
  /// or `nil` if there are too few of them.
  func call(_ key: CallKey, occurrence: Int) -> RecordedCall? {
    guard let positions = positions[key], occurrence < positions.count else { return nil }
    return calls[positions[occurrence]]
  }

  /// Returns `true` if `other` contains a call that these contents lack, or contains a call more
  /// often than they do.
  func lacksCalls(of other: RecordingContents) -> Bool {
    other.positions.contains { $0.value.count > positions[$0.key, default: []].count }
  }

  /// Returns these calls, followed by the calls in `others` that these contents lack. If `others`
  /// contains a call more often than these contents, only the additional occurrences are added.
  /// They are the last ones in `others`.
  func adding(_ others: [RecordedCall]) -> [RecordedCall] {
    var occurrences: [CallKey: Int] = [:]
    return calls
      + others.filter { other in
        defer { occurrences[other.key, default: 0] += 1 }
        return call(other.key, occurrence: occurrences[other.key, default: 0]) == nil
      }
  }

  /// Returns the text of a recording file that contains these calls and the test's name.
  func text(of test: String) -> String {
    let json = JSONText.object([
      ("calls", .array(calls.map(\.json))), ("format", JSONText("\(Self.format)")),
      ("test", .string(test)),
    ])
    return json.formatted + "\n"
  }

  private static let format = 1

  /// Parses the bytes of a recording file.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the file.
  init(parsing bytes: [UInt8]) throws {
    var parser = JSONParser(bytes)
    let start = parser
    // Check the format first, because the keys in the calls of another format may be unknown.
    try Self.checkFormat(of: parser)
    var calls: [RecordedCall]?
    var format: Int?
    var test: String?
    try parser.object { key, parser in
      switch key {
      case "calls":
        var found: [RecordedCall] = []
        try parser.array { found.append(try $0.call()) }
        calls = found
      case "format": format = try parser.integer()
      case "test": test = try parser.string()
      default: throw parser.error("the key \"\(key)\" is not known")
      }
    }
    try parser.end()
    guard let calls, format != nil else {
      throw start.error("the file has no \"calls\" or no \"format\"")
    }
    self.init(calls, of: test)
  }

  /// Throws an error if the file has a format that is not known. Ignores other problems, which the
  /// caller finds when it reads the whole file.
  private static func checkFormat(of file: JSONParser) throws {
    var (parser, problem) = (file, RecordingFileError?.none)
    try? parser.object { key, parser in
      guard key == "format" else { return try parser.skipValue() }
      let start = parser
      let format = try parser.integer()
      if format == Self.format { return }
      problem = start.error("the format is \(format), but only the format \(Self.format) is known")
    }
    if let problem { throw problem }
  }
}

/// A file that stores a test's recorded calls.
struct RecordingFile: Hashable, Sendable {
  let path: String

  /// Determines the path of a recording file without accessing the file.
  ///
  /// - Parameters:
  ///   - name: The recording's name, which determines the file name.
  ///   - arguments: The arguments of a case of a parameterized test, which are appended to the
  ///     name.
  ///   - isSecret: A closure that returns whether an argument must be left out of the file name.
  ///   - source: The path of the test's source file. For example, the recording `fetch` for the
  ///     source file `Tests/APITests.swift` is the file `Tests/Recordings/APITests/fetch.json`.
  init(
    named name: String,
    arguments: [TestArgument] = [],
    isSecret: (TestArgument) -> Bool = { _ in false },
    beside source: String
  ) {
    let url = URL(filePath: source)
    let folder = url.deletingLastPathComponent().appending(path: "Recordings")
      .appending(path: url.deletingPathExtension().lastPathComponent)
    path = folder.appending(path: Self.fileName(name, arguments, isSecret) + ".json").path
  }

  /// The last three components of the path, such as `Recordings/APITests/fetch.json`, which
  /// identify the file in messages.
  var shortPath: String { path.split(separator: "/").suffix(3).joined(separator: "/") }

  /// Converts a name to a file name that is valid in all file systems and needs no quoting in a
  /// shell. Only letters, digits, dots and underscores are kept, except for leading dots, which
  /// would hide the file. Other characters are replaced with hyphens. For example, `fetch(id:)`
  /// becomes `fetch-id`.
  ///
  /// If the result may not distinguish all test cases, a hash of the name and the arguments is
  /// appended. This is the case if the result is too long, if characters of an argument were
  /// replaced, or if a secret argument was left out. If no character is kept, the hash is the whole
  /// file name.
  private static func fileName(
    _ name: String,
    _ arguments: [TestArgument],
    _ isSecret: (TestArgument) -> Bool
  ) -> String {
    var result = ""
    append(name.replacing("()", with: ""), to: &result)
    var needsHash = result.isEmpty
    for argument in arguments {
      if isSecret(argument) {
        needsHash = true
        continue
      }
      if result.last != "-", !result.isEmpty { result.append("-") }
      let isUnchanged = append(argument.text, to: &result)
      if !isUnchanged || argument.text.isEmpty { needsHash = true }
    }
    while result.last == "-" { result.removeLast() }
    if result.utf8.count > maximumLength {
      needsHash = true
      while result.utf8.count > maximumLength / 2 { result.removeLast() }
    }
    if !needsHash { return result }
    // Separate the arguments with a character that they are unlikely to contain.
    let text = ([name] + arguments.map(\.text)).joined(separator: "\u{0}")
    let hash = String(text.stableHash, radix: 36)
    return result.isEmpty ? hash : "\(result)-\(hash)"
  }

  /// Appends the characters of `text` to a file name, and replaces the characters that a file name
  /// must not contain. Returns `false` if a character was replaced.
  @discardableResult
  private static func append(_ text: String, to fileName: inout String) -> Bool {
    var isUnchanged = true
    for scalar in text.unicodeScalars {
      let isKept =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
        || scalar == "." && !fileName.isEmpty
      if isKept {
        fileName.unicodeScalars.append(scalar)
      } else {
        isUnchanged = false
        if fileName.last != "-", !fileName.isEmpty { fileName.append("-") }
      }
    }
    return isUnchanged
  }

  /// The maximum length of a file name without its extension, in bytes. Longer names are shortened.
  /// File systems allow 255 bytes, but the temporary file that Foundation creates for an atomic
  /// write has a longer name.
  private static let maximumLength = 160

  /// Reads and parses the recording file. Returns `nil` if the file does not exist.
  ///
  /// - Throws: A ``RecordingProblem`` that contains the file's path and, if the contents are
  ///   invalid, the line number.
  func load() throws(RecordingProblem) -> RecordingContents? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      return try RecordingContents(parsing: Array(data))
    } catch let error as RecordingFileError {
      throw RecordingProblem(
        """
        The recording \(path), line \(error.line), cannot be read: \(error.problem). Correct the file, or delete it and \
        record the test again.
        """
      )
    } catch {
      throw RecordingProblem("The recording \(path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// Replaces the file's contents with `text`, creating the file if necessary. If writing fails,
  /// the old contents are kept. If the file is a symbolic link, the link is kept, and its target is
  /// replaced.
  func save(_ text: String) throws(RecordingProblem) {
    do {
      let url = Self.destination(of: URL(filePath: path))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      // With the option `.atomic`, Foundation writes a temporary file and then renames it, so an
      // error cannot damage an existing file.
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw RecordingProblem(
        "The recording \(path) cannot be written: \(error.localizedDescription) The old file is unchanged."
      )
    }
  }
}

extension RecordingFile {
  /// Returns the URL of a symbolic link's target, or `url` if it is not a link. Unlike
  /// `resolvingSymlinksInPath()`, this method does not require the file to exist.
  private static func destination(of url: URL) -> URL {
    var url = url
    // Follow at most 40 links, because links may form a cycle. Linux has the same limit.
    for _ in 0..<40 {
      guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else {
        break
      }
      url = URL(filePath: path, relativeTo: url.deletingLastPathComponent()).absoluteURL
    }
    return url
  }
}

/// An error that describes why a recording cannot be used, read or written.
struct RecordingProblem: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
