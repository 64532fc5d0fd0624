import Dependence
import DependenceHarness
import Foundation

/// The contents of a recording file: calls in the order in which they began.
struct RecordingContents: Sendable {
  let calls: [RecordedCall]
  /// The indices of calls that have the same endpoint and arguments, by the key of the call.
  private let positions: [String: [Int]]

  init(_ calls: [RecordedCall] = []) {
    self.calls = calls
    var positions: [String: [Int]] = [:]
    for (position, call) in calls.enumerated() {
      positions[call.key, default: []].append(position)
    }
    self.positions = positions
  }

  /// Returns the call at index `occurrence` among the calls with the given key, or `nil` if there
  /// are fewer such calls. A key combines the endpoint and the arguments.
  func call(_ key: String, occurrence: Int) -> RecordedCall? {
    guard let positions = positions[key], occurrence < positions.count else { return nil }
    return calls[positions[occurrence]]
  }

  /// Returns the text of the recording file for the given test.
  func text(of test: String) -> String {
    let json = JSONText.object([
      "calls": .array(calls.map(\.json)), "format": JSONText("\(Self.format)"),
      "test": .string(test),
    ])
    return json.formatted + "\n"
  }

  private static let format = 1

  /// Parses the text of a recording file.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  init(parsing bytes: [UInt8]) throws {
    var parser = JSONParser(bytes)
    let start = parser
    var calls: [RecordedCall]?
    var format: Int?
    try parser.object { key, parser in
      switch key {
      case "calls":
        var found: [RecordedCall] = []
        try parser.array { found.append(try $0.call()) }
        calls = found
      case "format":
        let start = parser
        format = try parser.integer()
        if format != Self.format { throw start.error("the format is not \(Self.format)") }
      case "test": _ = try parser.string()
      default: throw parser.error("the key \"\(key)\" is not known")
      }
    }
    try parser.end()
    guard let calls, format != nil else {
      throw start.error("the file has no \"calls\" or no \"format\"")
    }
    self.init(calls)
  }
}

/// A file that stores the recorded calls of a test.
struct RecordingFile: Hashable, Sendable {
  let path: String

  /// Creates the location of a recording file.
  ///
  /// - Parameters:
  ///   - name: The name of the recording, from which the file name is made.
  ///   - source: The path of the test's source file. The recording is stored in a folder next to
  ///     it.
  init(named name: String, beside source: String) {
    let url = URL(filePath: source)
    let folder = url.deletingLastPathComponent().appending(path: "Recordings")
      .appending(path: url.deletingPathExtension().lastPathComponent)
    path = folder.appending(path: Self.fileName(name) + ".json").path
  }

  /// The last three components of the path, for messages.
  var shortPath: String { path.split(separator: "/").suffix(3).joined(separator: "/") }

  /// Returns a file name that all file systems accept and that needs no quotes in a shell. Other
  /// characters of `name` are replaced by hyphens.
  private static func fileName(_ name: String) -> String {
    var result = ""
    for scalar in name.replacing("()", with: "").unicodeScalars {
      let isKept =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "."
        || scalar == "_"
      if isKept {
        result.unicodeScalars.append(scalar)
      } else if result.last != "-", !result.isEmpty {
        result.append("-")
      }
    }
    while result.last == "-" { result.removeLast() }
    if result.utf8.count <= maximumLength { return result }
    // A hash of the full name distinguishes names that have the same beginning.
    return "\(result.prefix(maximumLength / 2))-\(String(name.stableHash, radix: 36))"
  }

  /// The maximum length of a file name. File systems allow 255 bytes, but writing the file
  /// atomically needs a longer temporary name.
  private static let maximumLength = 160

  /// Reads the recording from the file. Returns `nil` if the file does not exist.
  ///
  /// - Throws: An error message with the path and, for invalid contents, the line number.
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

  /// Replaces the contents of the file. If writing fails, the old contents remain.
  func save(_ text: String) throws(RecordingProblem) {
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      // With this option, Foundation writes a temporary file and renames it.
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw RecordingProblem(
        "The recording \(path) cannot be written: \(error.localizedDescription) The old file is unchanged."
      )
    }
  }
}

/// An error message about a recording.
struct RecordingProblem: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
