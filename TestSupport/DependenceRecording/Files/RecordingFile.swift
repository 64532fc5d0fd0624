import Dependence
import Foundation

/// The content of a recording: calls in the order in which they began.
struct RecordingContents: Sendable {
  let calls: [RecordedCall]
  /// The positions of the calls to each endpoint with the same arguments.
  private let positions: [String: [Int]]

  init(_ calls: [RecordedCall] = []) {
    self.calls = calls
    var positions: [String: [Int]] = [:]
    for (position, call) in calls.enumerated() {
      positions[call.key, default: []].append(position)
    }
    self.positions = positions
  }

  /// The call with a key, among those with the same key, that began as the `occurrence`-th one,
  /// from 0, or `nil` if there were fewer such calls.
  func call(_ key: String, occurrence: Int) -> RecordedCall? {
    guard let positions = positions[key], occurrence < positions.count else { return nil }
    return calls[positions[occurrence]]
  }

  /// The text of the file.
  func text(of test: String) -> String {
    let json = JSONText.object([
      "calls": .array(calls.map(\.json)), "format": JSONText("\(Self.format)"),
      "test": .string(test),
    ])
    return json.formatted + "\n"
  }

  private static let format = 1

  /// Parses the text of a file.
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

/// A file that contains a recording.
struct RecordingFile: Hashable, Sendable {
  let path: String

  /// - Parameters:
  ///   - name: The name of the recording, which becomes the name of the file.
  ///   - source: The path of the source file of the test. The recording is in a folder next to it.
  init(named name: String, beside source: String) {
    let url = URL(filePath: source)
    let folder = url.deletingLastPathComponent().appending(path: "Recordings")
      .appending(path: url.deletingPathExtension().lastPathComponent)
    path = folder.appending(path: Self.fileName(name) + ".json").path
  }

  /// The path from the folder of the test's source file, for messages.
  var shortPath: String { path.split(separator: "/").suffix(3).joined(separator: "/") }

  /// Returns a name that is valid on all file systems and needs no quotes in a shell. It consists of
  /// letters, digits, and a few signs.
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
    // The hash keeps names apart whose ends are cut off.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(result.prefix(maximumLength / 2))-\(String(hash, radix: 36))"
  }

  /// File systems limit names to 255 bytes, and atomic replacement makes them longer.
  private static let maximumLength = 160

  /// The content of the file, or `nil` if there is no such file.
  ///
  /// - Throws: A description of the problem that names the file and the line.
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

  /// Replaces the file as a whole. If that fails, the old file is still there.
  func save(_ text: String) throws(RecordingProblem) {
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      // Foundation writes to another file and renames that one.
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw RecordingProblem(
        "The recording \(path) cannot be written: \(error.localizedDescription) The old file is unchanged."
      )
    }
  }
}

/// A problem with a recording, as a message.
struct RecordingProblem: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
